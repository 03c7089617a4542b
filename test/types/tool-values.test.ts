import type {
  InferToolInput,
  InferToolOutput,
  InferUITools,
  ToolSet,
  TypedToolResult,
  UIMessage,
  UIMessagePart,
} from 'ai';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  TodoCounts,
  TodoItem,
  TodoTurn,
  TodoWriteInput,
  TodoWriteOutput,
} from '../../src/index.ts';
import { kit, owner, turn } from './declared.ts';

type Tools = TodoTurn['tools'];
type ChatMessage = UIMessage<unknown, never, InferUITools<Tools>>;
type TodoPart = Extract<ChatMessage['parts'][number], { type: 'tool-todo_write' }>;

describe('what a call takes and answers', () => {
  it('is the list, and the list with its counts and what it left out', () => {
    expectTypeOf<InferToolInput<Tools['todo_write']>>().toEqualTypeOf<TodoWriteInput>();
    expectTypeOf<InferToolOutput<Tools['todo_write']>>().toEqualTypeOf<TodoWriteOutput>();
    expectTypeOf<TodoWriteOutput>().toEqualTypeOf<{
      readonly todos: readonly TodoItem[];
      readonly counts: TodoCounts;
      readonly dropped: readonly TodoItem[];
    }>();
    expectTypeOf<TodoItem>().toEqualTypeOf<{
      readonly content: string;
      readonly status: 'pending' | 'in_progress' | 'completed';
    }>();
  });

  it('is the same for the tool that is told its session', () => {
    expectTypeOf<InferToolInput<typeof kit.tools.todo_write>>().toEqualTypeOf<TodoWriteInput>();
    expectTypeOf<InferToolOutput<typeof kit.tools.todo_write>>().toEqualTypeOf<TodoWriteOutput>();
  });

  it('can be called directly, without asking whether it has an execute', () => {
    const input = { todos: [] };
    const options = { toolCallId: 'call-1', messages: [], context: {} };
    const bound = () => turn.tools.todo_write.execute(input, options);
    const unbound = () => kit.tools.todo_write.execute(input, { ...options, context: owner });
    expectTypeOf(bound).returns.toEqualTypeOf<Promise<TodoWriteOutput>>();
    expectTypeOf(unbound).returns.toEqualTypeOf<Promise<TodoWriteOutput>>();
    expectTypeOf(turn.write).returns.toEqualTypeOf<Promise<TodoWriteOutput>>();
  });

  it('is typed in the results of a run', () => {
    const outputOf = (result: TypedToolResult<Tools>) => {
      if (result.dynamic) return undefined;
      expectTypeOf(result.toolName).toEqualTypeOf<'todo_write'>();
      return result.output;
    };
    expectTypeOf(outputOf).returns.toEqualTypeOf<TodoWriteOutput | undefined>();
  });
});

describe('the parts of a UI message', () => {
  it('have the whole output once it is there', () => {
    type Answered = Extract<TodoPart, { state: 'output-available' }>;
    expectTypeOf<Answered['output']>().toEqualTypeOf<TodoWriteOutput>();
    expectTypeOf<Answered['input']>().toEqualTypeOf<TodoWriteInput>();
  });

  it('may have half an input while it streams, and no output', () => {
    type Streaming = Extract<TodoPart, { state: 'input-streaming' }>;
    expectTypeOf<Streaming['output']>().toEqualTypeOf<undefined>();
    expectTypeOf<undefined>().toExtend<Streaming['input']>();
    expectTypeOf<{}>().toExtend<Streaming['input']>();
  });

  it('are told apart by their state, as a UI does it', () => {
    const textOf = (part: UIMessagePart<never, InferUITools<Tools>>) => {
      if (part.type !== 'tool-todo_write' || part.state !== 'output-available') return '';
      expectTypeOf(part.output.counts.inProgress).toEqualTypeOf<number>();
      return part.output.todos.map(({ content }) => content).join();
    };
    expectTypeOf(textOf).returns.toEqualTypeOf<string>();
  });
});

describe('the tool', () => {
  it('is a tool to AI SDK', () => {
    expectTypeOf(turn.tools).toExtend<ToolSet>();
    expectTypeOf(kit.tools).toExtend<ToolSet>();
  });

  it('can be spread and changed', () => {
    const { todo_write } = turn.tools;
    const strict = { ...todo_write, strict: true };
    const described = { ...kit.tools.todo_write, description: 'Your plan.' };
    expectTypeOf({ todo_write: strict }).toExtend<ToolSet>();
    expectTypeOf({ todo_write: described }).toExtend<ToolSet>();
    expectTypeOf<InferToolOutput<typeof strict>>().toEqualTypeOf<TodoWriteOutput>();
    expectTypeOf<InferToolOutput<typeof described>>().toEqualTypeOf<TodoWriteOutput>();
  });
});
