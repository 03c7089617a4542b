import { TodoError, TodoRefusalError } from 'ai-sdk-todo';

/** A failure before the stream whose text is made for the client. */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RequestError';
    this.status = status;
  }
}

/**
 * What the client may read of an error in the stream. The text of a refusal is made for it: it holds no paths, addresses
 * or stacks. It stays word for word what the model read, since it goes back to the model with the next message.
 */
export function reasonFor(error: unknown): string {
  if (TodoRefusalError.isInstance(error)) return error.message;
  console.error(error);
  return 'The model could not answer. Please try again.';
}

/** Answers a failure before the stream with its reason: the chat shows the text of the response. */
export function withReasons(
  handler: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof RequestError) {
        if (error.status >= 500) console.error(error);
        return new Response(error.message, { status: error.status });
      }
      if (!TodoError.isInstance(error)) return new Response(reasonFor(error), { status: 503 });
      console.error(error);
      return new Response(`The plan cannot be stored right now. (${error.code})`, { status: 503 });
    }
  };
}
