import { generateText, streamText, tool, ToolLoopAgent } from 'ai';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createTodoTool, type BoundTodoTool, type UnboundTodoTool } from '../../src/index.ts';
import { kit, model, owner, prompt, store, turn } from './declared.ts';

const options = { store, allowParallelInProgress: false };
const bound = createTodoTool({ ...options, sessionId: 'chat' });
const unbound = createTodoTool(options);
const other = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => city });
const needy = tool({
  inputSchema: z.object({}),
  contextSchema: z.object({ apiKey: z.string() }),
  execute: (_, { context }) => context.apiKey,
});

describe('a tool that knows its session', () => {
  it('needs no toolsContext', () => {
    const calls = [
      () => generateText({ model, prompt, tools: turn.tools }),
      () => generateText({ model, prompt, tools: { ...turn.tools, other } }),
      () => streamText({ model, prompt, tools: turn.tools }),
      () => streamText({ model, prompt, tools: { ...turn.tools, other } }),
      () => new ToolLoopAgent({ model, tools: turn.tools }),
      () => new ToolLoopAgent({ model, tools: { ...turn.tools, other } }),
      () => generateText({ model, prompt, tools: { todo_write: bound } }),
      () => streamText({ model, prompt, tools: { todo_write: bound } }),
      () => new ToolLoopAgent({ model, tools: { todo_write: bound } }),
    ];
    expectTypeOf(calls).not.toBeAny();
  });

  it('leaves it to the tools beside it that do need one', () => {
    const tools = { ...turn.tools, needy };
    const withContext = () =>
      generateText({ model, prompt, tools, toolsContext: { needy: { apiKey: 'k' } } });
    // @ts-expect-error the other tool's context is missing
    const without = () => generateText({ model, prompt, tools });
    expectTypeOf(withContext).toEqualTypeOf(without);
  });
});

describe('a tool that is told its session by each call', () => {
  it('takes it from toolsContext, also a turn', () => {
    const { tools } = kit;
    const calls = [
      () => generateText({ model, prompt, tools, toolsContext: { todo_write: owner } }),
      () => streamText({ model, prompt, tools, toolsContext: { todo_write: owner } }),
      () => new ToolLoopAgent({ model, tools, toolsContext: { todo_write: owner } }),
      () => streamText({ model, prompt, tools, toolsContext: { todo_write: turn.context } }),
      () =>
        generateText({
          model,
          prompt,
          tools: { todo_write: unbound, other },
          toolsContext: { todo_write: owner },
        }),
    ];
    expectTypeOf(calls).not.toBeAny();
  });

  it('does not compile without one', () => {
    const { tools } = kit;
    // @ts-expect-error toolsContext is missing
    const generate = () => generateText({ model, prompt, tools });
    // @ts-expect-error toolsContext is missing
    const stream = () => streamText({ model, prompt, tools });
    // @ts-expect-error toolsContext is missing
    const agent = () => new ToolLoopAgent({ model, tools });
    // @ts-expect-error toolsContext is missing
    const alone = () => generateText({ model, prompt, tools: { todo_write: unbound } });
    expectTypeOf([generate, stream, agent, alone]).not.toBeAny();
  });

  it('does not compile with a context that names no session', () => {
    const { tools } = kit;
    const call = () =>
      // @ts-expect-error sessionId is missing
      generateText({ model, prompt, tools, toolsContext: { todo_write: { turn: 1 } } });
    const wrongType = () =>
      // @ts-expect-error sessionId must be a string
      generateText({ model, prompt, tools, toolsContext: { todo_write: { sessionId: 5 } } });
    expectTypeOf([call, wrongType]).not.toBeAny();
  });
});

describe('createTodoTool', () => {
  it('is bound exactly when it is given a sessionId', () => {
    expectTypeOf(bound).toEqualTypeOf<BoundTodoTool>();
    expectTypeOf(unbound).toEqualTypeOf<UnboundTodoTool>();
    expectTypeOf(createTodoTool({ ...options, sessionId: undefined })).toEqualTypeOf(unbound);
  });

  it('asks for the store and for the policy', () => {
    // @ts-expect-error allowParallelInProgress is a required choice
    const noPolicy = () => createTodoTool({ store });
    // @ts-expect-error there is no default store
    const noStore = () => createTodoTool({ allowParallelInProgress: true });
    expectTypeOf([noPolicy, noStore]).not.toBeAny();
  });

  it('does not choose between the two for an id that may be missing', () => {
    const maybe = (sessionId: string | undefined) =>
      // @ts-expect-error decide first: the two kinds are called differently
      createTodoTool({ ...options, sessionId });
    expectTypeOf(maybe).parameter(0).toEqualTypeOf<string | undefined>();
  });
});
