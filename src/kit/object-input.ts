import { isRecord } from '../core/event.ts';

/** What the model sent, by the empty object that stands for it in the conversation. */
const sentFor = new WeakMap<object, unknown>();

/**
 * An object for whatever the model sent as the input of a call: itself, or an empty one that stands for a list, a
 * text, a number or null.
 *
 * AI SDK sends the input back with every later request, and providers refuse a request whose input is no object: one
 * such call would end the conversation for good.
 */
export function objectInput(sent: unknown): object {
  if (isRecord(sent)) return sent;
  const standIn = {};
  sentFor.set(standIn, sent);
  return standIn;
}

/** What the model really sent, so that the refusal can name it. */
export function sentInput(input: unknown): unknown {
  const isStandIn = isRecord(input) && sentFor.has(input);
  return isStandIn ? sentFor.get(input) : input;
}
