import {
  toolResults,
  type RecordedRequest,
  type ToolResult,
} from '../examples/deepseek-server/index.ts';
import { commonTokens, countTokens } from './count-tokens.ts';

export interface RequestTokens {
  /** Name, description and parameters of `todo_write`. */
  readonly definition: number;
  /** The arguments of all its calls, the refused ones included. */
  readonly calls: number;
  /** What the model reads of the accepted calls. */
  readonly results: number;
  /** What it reads of the refused ones. */
  readonly refusals: number;
  /** All requests together, as they are sent. */
  readonly sent: number;
  /** Those of them that stand at the beginning of the request before too, in the same order. */
  readonly repeated: number;
  /** The smallest part of a request that the next one begins with: 1 where nothing that was sent is ever changed. */
  readonly leastKept: number;
}

/** What the requests of one conversation cost. */
export function countRequests(requests: readonly RecordedRequest[]): RequestTokens {
  const sizes = requests.map((request) => sum(piecesOf(request).map(countTokens)));
  const repeated = requests.slice(1).map((request, i) => leading(requests[i], request));
  const last = requests.at(-1);
  const answers = last === undefined ? [] : toolResults(last, { name: 'todo_write' });
  const texts = (refused: boolean) =>
    answers.filter((answer) => isRefusal(answer) === refused).map(({ content }) => content);
  const definition = last?.body.tools?.find((tool) => tool.function.name === 'todo_write');
  return {
    definition: countTokens(JSON.stringify(definition?.function ?? null)),
    calls: sum(answers.map((answer) => countTokens(answer.arguments))),
    results: sum(texts(false).map(countTokens)),
    refusals: sum(texts(true).map(countTokens)),
    sent: sum(sizes),
    repeated: sum(repeated),
    leastKept: Math.min(...repeated.map((tokens, i) => tokens / (sizes[i] ?? NaN))),
  };
}

function isRefusal({ content }: ToolResult): boolean {
  return /^(Error|AI_)/.test(content);
}

/** How many leading tokens of a request the one before has too. */
function leading(before: RecordedRequest | undefined, request: RecordedRequest): number {
  const [old, pieces] = [before === undefined ? [] : piecesOf(before), piecesOf(request)];
  const differs = pieces.findIndex((piece, i) => piece !== old[i]);
  const same = pieces.slice(0, differs === -1 ? pieces.length : differs);
  const [from = '', to = ''] = [old[same.length], pieces[same.length]];
  return sum(same.map(countTokens)) + commonTokens(from, to);
}

/** A request in the order in which providers cache it: the tools, then message by message. */
function piecesOf({ body: { tools, messages } }: RecordedRequest): readonly string[] {
  return [tools, ...messages].map((piece) => JSON.stringify(piece) ?? '');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
