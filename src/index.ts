export {
  TodoError,
  InvalidSessionIdError,
  InvariantViolationError,
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
export { checkEvents } from './core/invariants/check-events.ts';
export type { CheckResult } from './core/invariants/check-events.ts';
export { createSessionTrace } from './core/invariants/session-trace.ts';
export type { SessionTrace, SessionTraceOptions } from './core/invariants/session-trace.ts';
export type {
  InvariantRule,
  NoteRule,
  TraceNote,
  TracePlace,
  Violation,
} from './core/invariants/violation.ts';
export { projectTodos, reduceTodos } from './core/plan.ts';
export type { Plan, PlanState, PlanTurn } from './core/plan.ts';
export { settledTodos } from './core/settled.ts';
export type { ShowablePlan, ShownStatus, ShownTodo } from './core/settled.ts';
export { countTodos } from './core/todo.ts';
export type { TodoCounts, TodoItem, TodoStatus } from './core/todo.ts';
export { TodoRefusalError } from './core/refusal.ts';
export type { TodoLimits } from './core/limits.ts';
export { createTodoKit } from './kit/create-todo-kit.ts';
export type { TodoKit } from './kit/create-todo-kit.ts';
export { createTodoTool } from './kit/create-todo-tool.ts';
export type { TodoToolOptions } from './kit/create-todo-tool.ts';
export type { WaitUntil } from './kit/end-with.ts';
export type { EventsOptions } from './kit/read-events.ts';
export type { PlanOptions, TodoSession } from './kit/session.ts';
export type { StartTurnOptions, TodoTurn } from './kit/turn.ts';
export type {
  BoundTodoTool,
  TodoBackgroundFailure,
  TodoKitOptions,
  TodoTool,
  TodoToolContext,
  TodoTurnContext,
  TodoValidateInfo,
  TodoWriteInfo,
  TodoWriteInput,
  TodoWriteOutput,
  UnboundTodoTool,
} from './kit/types.ts';
export type { WatchOptions } from './kit/watch-plan.ts';
export { guardStore } from './store/guard-store.ts';
export { checkSession } from './store/check-session.ts';
export type { SessionSnapshot, SnapshotOptions } from './store/read-snapshot.ts';
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
