/**
 * What can be imported at run time, by the name of the entry. A name that stands here is a promise: add to it, and
 * change or remove nothing outside a new major version.
 */
export const publicNames: Readonly<Record<string, readonly string[]>> = {
  index: [
    'InvalidSessionIdError',
    'SessionDamagedError',
    'TodoError',
    'TodoRefusalError',
    'VersionConflictError',
    'checkEvents',
    'checkSession',
    'countTodos',
    'createSessionTrace',
    'createTodoKit',
    'createTodoTool',
    'memoryStore',
    'projectTodos',
    'reduceTodos',
  ],
  testing: ['StoreCaseError', 'sessionStoreCases'],
};
