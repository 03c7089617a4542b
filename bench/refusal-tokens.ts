import { generateText, type ToolSet } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { median } from './compare.ts';
import { countTokens } from './count-tokens.ts';
import { plainTodoTool } from './plain-todo-tool.ts';
import { usage } from './planning-model.ts';
import { typicalFaults } from './typical-faults.ts';

export interface RefusalTokens {
  readonly fault: string;
  /** Tokens of what the model reads. */
  readonly ours: number;
  readonly plain: number;
}

/** Lets a model make each of the typical faults, with this tool and with a plain one, and counts what it reads. */
export async function refusalTokens(
  todo_write: ToolSet[string],
): Promise<readonly RefusalTokens[]> {
  const [ours, plain] = [await refusalsOf(todo_write), await refusalsOf(plainTodoTool)];
  return Object.keys(typicalFaults).map((fault, i) => ({
    fault,
    ours: countTokens(ours[i] ?? ''),
    plain: countTokens(plain[i] ?? ''),
  }));
}

/** The median of what a refusal costs against the plain one. */
export function medianShare(counts: readonly RefusalTokens[]): number {
  return median(counts.map(({ ours, plain }) => ours / plain));
}

/** What the next request would carry of each call: all of them made in one step. */
async function refusalsOf(todo_write: ToolSet[string]): Promise<readonly string[]> {
  const model = new MockLanguageModelV4({
    async doGenerate() {
      return {
        content: Object.values(typicalFaults).map((input, i) => ({
          type: 'tool-call',
          toolCallId: `call-${i}`,
          toolName: 'todo_write',
          input: JSON.stringify(input),
        })),
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
  const { responseMessages } = await generateText({
    model,
    tools: { todo_write },
    prompt: 'Plan.',
  });
  const parts = responseMessages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  return parts.map((part) => {
    if (part.type === 'tool-result' && part.output.type === 'error-text') return part.output.value;
    throw new Error(`This call was not refused: ${JSON.stringify(part)}`);
  });
}
