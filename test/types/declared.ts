import type { LanguageModel } from 'ai';
import { createTodoKit, memoryStore } from '../../src/index.ts';

// What the type tests have in their hands. The tests look at types; what they build is never run.
export const model: LanguageModel = 'deepseek/deepseek-chat';
export const prompt = 'Plan a dinner.';
export const store = memoryStore();
export const kit = createTodoKit({ store, allowParallelInProgress: false });
export const session = kit.session('chat');
export const turn = await session.startTurn();
export const owner = { sessionId: 'chat' } as const;
