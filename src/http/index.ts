export { createTodoRoute } from './create-todo-route.ts';
export type { TodoRoute, TodoRouteOptions } from './create-todo-route.ts';
export type { Authorize, AuthorizedSession } from './authorized.ts';
