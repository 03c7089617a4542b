import { TodoError } from 'ai-sdk-todo';

/**
 * What the client may read of an error. The package's own texts are made for it: they hold no paths, addresses or
 * stacks. Anything else is only logged.
 */
export function reasonFor(error: unknown): string {
  if (TodoError.isInstance(error)) return `${error.message} (${error.code})`;
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
      const reason = TodoError.isInstance(error)
        ? `The plan could not be stored. (${error.code})`
        : reasonFor(error);
      return new Response(reason, { status: 503 });
    }
  };
}
