import { checkMessages } from './check-messages.ts';
import { isRecord, parseObject } from './json.ts';
import type { ChatRequest } from './wire.ts';

/** A request that breaks a rule of the API; the message goes to the client with status 400. */
export class RequestError extends Error {}

/**
 * Parses a request body and holds it to the rules of the real API, where a history or a tool definition that was put
 * together wrongly fails too.
 *
 * @param reasoningOf the reasoning that this server sent along with a tool call, by call id.
 */
export function parseRequest(
  text: string,
  reasoningOf: ReadonlyMap<string, ReadonlySet<string>>,
): ChatRequest {
  const body = parseObject(text);
  if (body === undefined) throw new RequestError('The request body is not a JSON object.');
  if (typeof body['model'] !== 'string' || body['model'] === '') {
    throw new RequestError('The request names no model.');
  }
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) {
    throw new RequestError('Empty input messages.');
  }
  if (body['tools'] !== undefined) checkTools(body['tools']);
  const fault = checkMessages(body as unknown as ChatRequest, reasoningOf); // it checks each message itself
  if (fault !== undefined) throw new RequestError(fault);
  return body as unknown as ChatRequest; // every field that the type names was checked, but for optional settings
}

function checkTools(tools: unknown): void {
  if (!Array.isArray(tools) || tools.length === 0) {
    throw new RequestError('`tools` must be a list that is not empty.');
  }
  const names = new Set<unknown>();
  tools.forEach((tool: unknown, i) => {
    const definition = isRecord(tool) && tool['type'] === 'function' ? tool['function'] : undefined;
    if (!isRecord(definition)) throw new RequestError(`tools[${i}] is no function.`);
    const { name, parameters } = definition;
    if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      throw new RequestError(`Invalid 'tools[${i}].function.name'.`);
    }
    if (names.has(name))
      throw new RequestError(`Tool names must be unique; '${name}' stands twice.`);
    names.add(name);
    if (!isRecord(parameters) || parameters['type'] !== 'object') {
      throw new RequestError(
        `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`,
      );
    }
  });
}
