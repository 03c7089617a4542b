/** The part of DeepSeek's chat-completions request that this server reads. Other settings are kept as they came. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly thinking?: { readonly type: 'enabled' | 'disabled' };
  readonly [setting: string]: unknown;
}

export type ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
}

export interface UserMessage {
  readonly role: 'user';
  /** A list of parts where the message has images. */
  readonly content: string | readonly unknown[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ChatToolCall[];
}

export interface ToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
}

export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON text. */
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface ChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly strict?: boolean;
  };
}

/** A request that the server accepted. */
export interface RecordedRequest {
  /** The body exactly as it came over the wire, for tests that compare bytes. */
  readonly text: string;
  readonly body: ChatRequest;
  /** Its 0-based place among the accepted requests. */
  readonly index: number;
}

/** A request that the server refused, as DeepSeek would. */
export interface RefusedRequest {
  readonly text: string;
  readonly message: string;
}

/** Whether a model thinks by default and wants its reasoning back with every assistant message. */
export function isThinkingModel(modelId: string): boolean {
  return /deepseek-v4|^deepseek-(flash|pro)/.test(modelId);
}
