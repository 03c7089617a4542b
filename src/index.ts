export {
  TodoError,
  InvalidSessionIdError,
  SessionDamagedError,
  VersionConflictError,
} from './core/errors.ts';
export type { DamagePlace, TodoErrorCode, VersionConflict } from './core/errors.ts';
export type {
  NewSessionEvent,
  SessionEvent,
  SessionHeader,
  TodoWriteData,
  TurnEndData,
  TurnEndKind,
  TurnStartData,
} from './core/event.ts';
export { projectTodos, reduceTodos } from './core/plan.ts';
export type { Plan, PlanState, PlanTurn } from './core/plan.ts';
export { countTodos } from './core/todo.ts';
export type { TodoCounts, TodoItem, TodoStatus } from './core/todo.ts';
export { memoryStore } from './store/memory-store.ts';
export type {
  AppendOptions,
  AppendResult,
  ListOptions,
  ReadOptions,
  SessionPage,
  SessionSlice,
  SessionStore,
  StoreCapabilities,
  StoreOptions,
} from './store/session-store.ts';
