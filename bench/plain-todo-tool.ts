import { tool } from 'ai';
import { z } from 'zod';

/** The tool that one would write without this package: a zod schema, and the list back as the result. */
export const plainTodoTool = tool({
  description: 'Keeps your task list. Send the entire list: it replaces the previous one.',
  inputSchema: z.object({
    todos: z.array(
      z.object({
        content: z.string().min(1),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    ),
  }),
  execute: ({ todos }) => ({ todos }),
});
