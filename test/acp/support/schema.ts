import { createRequire } from 'node:module';
import { z } from 'zod';

const require = createRequire(import.meta.url);

/** The JSON schema of one definition of the protocol, as the official SDK ships it. */
export function acpSchema(file: string, definition: string): z.ZodType {
  const { $schema, $defs } = require(`@agentclientprotocol/sdk/schema/${file}.json`);
  return z.fromJSONSchema({ $schema, $defs, $ref: `#/$defs/${definition}` });
}

/** A value as it arrives on the other side. */
export function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
