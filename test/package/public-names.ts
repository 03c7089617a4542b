/**
 * What can be imported at run time, by the name of the entry. A name that stands here is a promise: add to it, and
 * change or remove nothing outside a new major version.
 */
export const publicNames: Readonly<Record<string, readonly string[]>> = {
  index: [
    'InvalidSessionIdError',
    'InvariantViolationError',
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
    'guardStore',
    'memoryStore',
    'projectTodos',
    'reduceTodos',
    'settledTodos',
  ],
  acp: ['createAcpPlanFeed', 'toAcpPlan', 'toAcpPlanUpdate'],
  terminal: [
    'cutToWidth',
    'displayWidth',
    'livePlan',
    'renderPlan',
    'terminalStyle',
    'toPlainText',
  ],
  file: ['fileStore'],
  client: ['PlanFeedError', 'createPlanFeed', 'planFromMessages', 'settledTodos', 'summarizePlan'],
  http: ['createTodoRoute'],
  react: ['TodoPanel', 'usePlan'],
  open: ['openStore'],
  redis: ['redisStore'],
  testing: ['StoreCaseError', 'sessionStoreCases'],
};

/** Types that the public ones are made of and nobody needs to name. Every other one is exported. */
export const privateTypes: readonly string[] = [
  'BrokenRule',
  'DurableRule',
  'Finding',
  'ReadPagesOptions',
];
