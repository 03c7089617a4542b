import type { RecordedRequest } from './wire.ts';

/** What the scripted model answers to one request. */
export interface ScriptedReply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  /** Default `tool_calls` where there are calls, else `stop`. */
  readonly finishReason?: string;
  /**
   * An HTTP error instead of an answer. With `afterChunks` the stream begins well and that many chunks later carries
   * the error as a chunk.
   */
  readonly error?: {
    readonly status: number;
    readonly message: string;
    readonly afterChunks?: number;
  };
  /** Destroys the connection after this many chunks; an answer in one piece is never sent. */
  readonly cutAfter?: number;
  /** Sends this many chunks and then nothing more until the client leaves or the server closes. */
  readonly hangAfter?: number;
}

export interface ScriptedCall {
  /** Default: unique on this server, `call_<request>_<place>`. */
  readonly id?: string;
  readonly name: string;
  /** An object, or the exact text that the model is to write, however broken. */
  readonly arguments: string | Readonly<Record<string, unknown>>;
}

/** The replies in order, or a model that looks at each request. */
export type Script =
  | readonly ScriptedReply[]
  | ((request: RecordedRequest) => ScriptedReply | Promise<ScriptedReply>);

/** A reply with every default filled in: what goes over the wire. */
export interface Reply {
  readonly id: string;
  readonly model: string;
  readonly created: number;
  readonly reasoning: string;
  readonly text: string;
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly json: string;
  }[];
  readonly finishReason: string;
  readonly usage: Usage;
}

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_cache_hit_tokens: number;
  readonly prompt_cache_miss_tokens: number;
  readonly completion_tokens_details: { readonly reasoning_tokens: number };
}

/** Fills in what a scripted reply leaves out. */
export function completeReply(scripted: ScriptedReply, request: RecordedRequest): Reply {
  const { reasoning = '', text = '' } = scripted;
  const toolCalls = (scripted.toolCalls ?? []).map((call, place) => ({
    id: call.id ?? `call_${request.index}_${place}`,
    name: call.name,
    json: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));
  return {
    id: `chatcmpl-${request.index}`,
    model: request.body.model,
    created: Math.floor(Date.now() / 1000),
    reasoning,
    text,
    toolCalls,
    finishReason: scripted.finishReason ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    usage: usageOf(request.text, reasoning, text + toolCalls.map((call) => call.json).join('')),
  };
}

/** A rough count, four characters to a token: enough for the fields to be there and add up. */
function usageOf(prompt: string, reasoning: string, answer: string): Usage {
  const [prompt_tokens, reasoning_tokens, answer_tokens] = [prompt, reasoning, answer].map((part) =>
    Math.ceil(part.length / 4),
  ) as [number, number, number]; // map keeps the length
  const completion_tokens = reasoning_tokens + answer_tokens;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_cache_hit_tokens: 0,
    prompt_cache_miss_tokens: prompt_tokens,
    completion_tokens_details: { reasoning_tokens },
  };
}
