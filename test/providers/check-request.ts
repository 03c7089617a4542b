import { isRecord } from '../../examples/deepseek-server/json.ts';
import type { Entry, ToolOnWire } from './dialects/dialect.ts';

/** Why a provider would refuse a request: the rules that all of them have. */
export function whyRefused(
  tools: readonly ToolOnWire[],
  entries: readonly Entry[],
  { closes = true } = {},
): string | undefined {
  const faults = tools.map((tool) => whyRefusedTool(tool, closes));
  return faults.find((fault) => fault !== undefined) ?? whyRefusedCalls(entries);
}

function whyRefusedTool({ name, parameters, strict }: ToolOnWire, closes: boolean) {
  if (!isRecord(parameters) || parameters['type'] !== 'object') {
    return `${String(name)}: the schema needs an object at its root.`;
  }
  const open = strict === true && objectsIn(parameters).find((object) => !isStrict(object, closes));
  return open ? `${String(name)}: not strict: ${JSON.stringify(open)}` : undefined;
}

/** Every call needs an object, and its result before anything else is said. */
function whyRefusedCalls(entries: readonly Entry[]): string | undefined {
  const open = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'call') {
      if (!isRecord(entry.input)) return `The input of ${entry.id} is not an object.`;
      open.add(entry.id);
    } else if (entry.kind === 'result') {
      if (!open.delete(entry.id)) return `The result ${entry.id} has no call.`;
    } else if (open.size > 0) return `No result for ${[...open].join(', ')}.`;
  }
  return open.size > 0 ? `No result for ${[...open].join(', ')}.` : undefined;
}

type Schema = Readonly<Record<string, unknown>>;

function objectsIn(schema: unknown): readonly Schema[] {
  if (!isRecord(schema)) return [];
  const properties = isRecord(schema['properties']) ? Object.values(schema['properties']) : [];
  const inner = [...properties, schema['items']].flatMap(objectsIn);
  return schema['type'] === 'object' ? [schema, ...inner] : inner;
}

function isStrict({ properties, required, additionalProperties }: Schema, closes: boolean) {
  const keys = Object.keys(properties ?? {});
  const isWhole = Array.isArray(required) && keys.every((key) => required.includes(key));
  return isWhole && (!closes || additionalProperties === false);
}
