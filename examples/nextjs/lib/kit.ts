import { createTodoKit } from 'ai-sdk-todo';
import { openStore } from 'ai-sdk-todo/open';
import { once } from './once.ts';

/** Where the plans live: `memory:`, `file:./folder` or `redis://host`. */
const url = process.env['TODO_STORE'] ?? 'file:.ai-sdk-todo/plans';

const store = await once('store', () => openStore(url));

export const kit = once('kit', () => createTodoKit({ store, allowParallelInProgress: false }));
