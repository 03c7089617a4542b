import { createTodoKit } from 'ai-sdk-todo';
import { openStore } from 'ai-sdk-todo/open';
import { once } from './once.ts';

/** Where the plans live: `memory:`, `file:./folder` or `redis://host`. */
const url = process.env['TODO_STORE'] ?? 'file:.ai-sdk-todo/plans';

// A page does not wait for longer than this where the store is away.
const store = await once('store', () => openStore(url, { timeoutMs: 3_000 }));

// Several tasks may be in progress at once here; `false` lets the tool accept one at a time.
export const kit = once('kit', () => createTodoKit({ store, allowParallelInProgress: true }));
