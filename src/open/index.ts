export { openStore } from './open-store.ts';
export type { OpenStoreOptions } from './open-store.ts';
