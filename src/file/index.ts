export { fileStore } from './file-store.ts';
export type { FileStore } from './file-store.ts';
export type { FileStoreOptions } from './options.ts';
export type { SessionInspection } from './inspect-session.ts';
export type { SessionRepair } from './repair-session.ts';
export type { LogDamage, LogPlace } from './examine-log.ts';
