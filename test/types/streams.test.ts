import {
  createUIMessageStream,
  createUIMessageStreamResponse,
  streamText,
  toUIMessageStream,
  type AsyncIterableStream,
  type TextStreamPart,
  type UIMessageChunk,
} from 'ai';
import { describe, expectTypeOf, it } from 'vitest';
import { model, prompt, session, turn } from './declared.ts';

const streamed = () => streamText({ model, prompt, tools: turn.tools });

describe('endWith', () => {
  it('keeps the type of a stream of parts', () => {
    const stream = () => turn.endWith(streamed().stream);
    type Parts = AsyncIterableStream<TextStreamPart<typeof turn.tools>>;
    expectTypeOf(stream).returns.toEqualTypeOf<Parts>();
  });

  it('keeps the type of a UI message stream, so that it goes straight into a response', () => {
    const stream = () => turn.endWith(toUIMessageStream({ stream: streamed().stream }));
    expectTypeOf(stream).returns.toExtend<ReadableStream<UIMessageChunk>>();
    const own = () => turn.endWith(createUIMessageStream({ execute: () => {} }));
    expectTypeOf(own).returns.toEqualTypeOf<ReturnType<typeof createUIMessageStream>>();
    const respond = () => createUIMessageStreamResponse({ stream: stream() });
    expectTypeOf(respond).returns.toEqualTypeOf<Response>();
  });

  it('keeps the type of any other stream', () => {
    const bytes = () => turn.endWith(new ReadableStream<Uint8Array>());
    expectTypeOf(bytes).returns.toEqualTypeOf<ReadableStream<Uint8Array>>();
  });

  it('takes the function of a platform that carries a promise on', () => {
    const after = (_promise: Promise<unknown>): void => {};
    const pending: Promise<unknown>[] = [];
    const calls = [
      () => turn.endWith(new ReadableStream(), { waitUntil: after }),
      () => turn.endWith(new ReadableStream(), { waitUntil: (promise) => pending.push(promise) }),
      () => turn.endWith(new ReadableStream(), { waitUntil: undefined }),
    ];
    expectTypeOf(calls).not.toBeAny();
  });

  it('takes streams only', () => {
    // @ts-expect-error the result is no stream: pass on one of its streams
    const result = () => turn.endWith(streamed());
    expectTypeOf(result).toBeFunction();
  });
});

describe('runTurn', () => {
  it('answers what its function answers', () => {
    const count = () => session.runTurn(async ({ number }) => ({ number }));
    expectTypeOf(count).returns.toEqualTypeOf<Promise<{ number: number }>>();
  });
});
