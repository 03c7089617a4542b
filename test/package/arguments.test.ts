import { describe, expect, it } from 'vitest';
import * as acp from '../../src/acp/index.ts';
import * as client from '../../src/client/index.ts';
import * as file from '../../src/file/index.ts';
import * as http from '../../src/http/index.ts';
import * as index from '../../src/index.ts';
import * as open from '../../src/open/index.ts';
import * as redis from '../../src/redis/index.ts';
import * as terminal from '../../src/terminal/index.ts';
import * as testing from '../../src/testing/index.ts';
import { publicNames } from './public-names.ts';

/** What an argument must not be, by what it should be. `undefined` is left out where the argument may be. */
const noObject = [null, true, 7, 'x', [], () => {}];
const noText = [undefined, null, true, 7, {}, ['x']];
const noFunction = [null, true, 7, 'x', {}];
const noEvents = [undefined, null, true, 7, 'x', {}, (async function* none() {})()];
const noTodos = [undefined, true, 7, 'x', {}, [null], ['x'], [{}], [{ content: 5, status: 5 }]];
const noStore = [undefined, ...noObject, {}, { append() {} }];
const noPlan = [
  undefined,
  ...noObject,
  {},
  Promise.resolve(),
  ...noTodos.map((todos) => ({ todos })),
  ...[true, 7, 'open'].map((turn) => ({ todos: null, turn })),
];

/** The argument, all that it must not be, and a call with it in its place. */
type Row = readonly [name: string, wrong: readonly unknown[], call: (value: never) => unknown];

const plan = { todos: [], turn: null };
const store = index.memoryStore();
const kit = index.createTodoKit({ store, allowParallelInProgress: true });
const authorize = () => ({ sessionId: 'chat' });
const stream: terminal.TerminalStream = { write() {} };
const live = terminal.livePlan(stream);
const mapStatus = noFunction.map((value) => ({ mapStatus: value }));

const kitRows = (make: (options: never) => unknown): readonly Row[] => {
  const with_ = (options: object) =>
    make({ store, allowParallelInProgress: true, ...options } as never); // wrong on purpose
  return [
    ['options', [undefined, ...noObject], make],
    ['store', noStore, (value) => with_({ store: value })],
    [
      'allowParallelInProgress',
      [undefined, null, 1, 'x', {}],
      (value) => with_({ allowParallelInProgress: value }),
    ],
    ['limits', noObject, (limits) => with_({ limits })],
    ...['validate', 'onWrite', 'onError', 'now', 'generateId'].map((name): Row => [
      name,
      noFunction,
      (value) => with_({ [name]: value }),
    ]),
  ];
};

const rows: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = {
  index: {
    checkEvents: [['events', noEvents, (events) => index.checkEvents(events)]],
    checkSession: [
      ['store', noStore, (value) => index.checkSession(value, 'chat')],
      ['options', noObject, (options) => index.checkSession(store, 'chat', options)],
    ],
    countTodos: [['todos', noTodos, (todos) => index.countTodos(todos)]],
    createSessionTrace: [
      ['options', noObject, (options) => index.createSessionTrace(options)],
      ['sessionId', [null, 7, {}], (sessionId) => index.createSessionTrace({ sessionId })],
      ['onNote', noFunction, (onNote) => index.createSessionTrace({ onNote })],
    ],
    createTodoKit: kitRows((options) => index.createTodoKit(options)),
    createTodoTool: kitRows((options) => index.createTodoTool(options)),
    guardStore: [['store', noStore, (value) => index.guardStore(value)]],
    memoryStore: [],
    projectTodos: [['events', noEvents, (events) => index.projectTodos(events)]],
    reduceTodos: [
      [
        'state',
        [...noObject, {}, plan.todos, { todos: null }],
        (state) => index.reduceTodos(state, {}),
      ],
    ],
    settledTodos: [['plan', noPlan, (value) => index.settledTodos(value)]],
  },
  acp: {
    createAcpPlanFeed: [
      ['options', noObject, (options) => acp.createAcpPlanFeed(options)],
      ['mapStatus', mapStatus, (options) => acp.createAcpPlanFeed(options)],
      ['update', [null, 7, 'x'], (update) => acp.createAcpPlanFeed({ update })],
      ['plan', noPlan, (value) => acp.createAcpPlanFeed().next(value)],
    ],
    toAcpPlan: [
      ['plan', noPlan, (value) => acp.toAcpPlan(value)],
      ['options', noObject, (options) => acp.toAcpPlan(plan, options)],
      ['mapStatus', mapStatus, (options) => acp.toAcpPlan(plan, options)],
    ],
    toAcpPlanUpdate: [
      ['plan', noPlan, (value) => acp.toAcpPlanUpdate(value)],
      ['options', noObject, (options) => acp.toAcpPlanUpdate(plan, options)],
      ['mapStatus', mapStatus, (options) => acp.toAcpPlanUpdate(plan, options)],
    ],
  },
  terminal: {
    cutToWidth: [
      ['text', noText, (text) => terminal.cutToWidth(text, 9)],
      ['columns', [undefined, null, '9', {}], (columns) => terminal.cutToWidth('text', columns)],
      ['ellipsis', [null, 7, {}], (ellipsis) => terminal.cutToWidth('text', 9, ellipsis)],
    ],
    displayWidth: [['text', noText, (text) => terminal.displayWidth(text)]],
    livePlan: [
      ['stream', [undefined, ...noObject, {}], (value) => terminal.livePlan(value)],
      ['options', noObject, (options) => terminal.livePlan(stream, options)],
      ['plan', noPlan, (value) => live.update(value)],
      ['plans', [undefined, ...noObject, {}], (plans) => live.follow(plans)],
      [
        'plan',
        noPlan,
        (value) =>
          live.follow(
            (async function* one() {
              yield value;
            })(),
          ),
      ],
      ['text', noText, (text) => live.log(text)],
      ['text', noText, (text) => live.log(text, { raw: true })],
      ['options', noObject, (options) => live.log('text', options)],
      ['piece', noText, (piece) => live.write(piece)],
    ],
    renderPlan: [
      ['plan', noPlan, (value) => terminal.renderPlan(value)],
      ['options', noObject, (options) => terminal.renderPlan(plan, options)],
    ],
    terminalStyle: [
      ['stream', [undefined, ...noObject], (value) => terminal.terminalStyle(value)],
      ['options', noObject, (options) => terminal.terminalStyle(stream, options)],
      ['env', noObject, (env) => terminal.terminalStyle(stream, { env })],
    ],
    toPlainText: [
      ['text', noText, (text) => terminal.toPlainText(text)],
      ['options', noObject, (options) => terminal.toPlainText('text', options)],
    ],
  },
  file: {
    fileStore: [
      ['directory', [...noText, ''], (directory) => file.fileStore(directory)],
      ['options', noObject, (options) => file.fileStore('plans', options)],
    ],
  },
  client: {
    createPlanFeed: [
      ['options', [undefined, ...noObject], (options) => client.createPlanFeed(options)],
      ['url', [...noText, ''], (url) => client.createPlanFeed({ url })],
      [
        'initialPlan',
        noPlan.slice(1),
        (initialPlan) => client.createPlanFeed({ url: '/plan', initialPlan }),
      ],
      ['fetch', noFunction, (fetch) => client.createPlanFeed({ url: '/plan', fetch })],
      ['onError', noFunction, (onError) => client.createPlanFeed({ url: '/plan', onError })],
    ],
    planFromMessages: [
      ['messages', [undefined, null, true, 7, 'x', {}], (value) => client.planFromMessages(value)],
    ],
    settledTodos: [['plan', noPlan, (value) => client.settledTodos(value)]],
    summarizePlan: [['plan', noPlan, (value) => client.summarizePlan(value)]],
  },
  http: {
    createTodoRoute: [
      ['options', [undefined, ...noObject], (options) => http.createTodoRoute(options)],
      [
        'kit',
        [undefined, ...noObject, {}],
        (value) => http.createTodoRoute({ kit: value, authorize }),
      ],
      [
        'authorize',
        [undefined, ...noFunction],
        (value) => http.createTodoRoute({ kit, authorize: value }),
      ],
      ['onError', noFunction, (onError) => http.createTodoRoute({ kit, authorize, onError })],
      [
        'heartbeatMs',
        [null, '9', 0, {}],
        (heartbeatMs) => http.createTodoRoute({ kit, authorize, heartbeatMs }),
      ],
      [
        'stallMs',
        [null, '9', 0, {}],
        (stallMs) => http.createTodoRoute({ kit, authorize, stallMs }),
      ],
      [
        'maxTail',
        [null, '9', -1, {}],
        (maxTail) => http.createTodoRoute({ kit, authorize, maxTail }),
      ],
    ],
  },
  open: {
    openStore: [['options', noObject, (options) => open.openStore('memory:', options)]],
  },
  redis: {
    redisStore: [
      ['client', [undefined, null, 7, 'x', {}], (value) => redis.redisStore({ client: value })],
    ],
  },
  testing: {
    sessionStoreCases: [
      ['harness', [undefined, ...noObject, {}], (harness) => testing.sessionStoreCases(harness)],
    ],
  },
};

/** Classes of errors have no arguments that an application passes; components and hooks are held by test/react. */
const isError = (name: string) => name.endsWith('Error');

/** What a call throws, or rejects with. */
async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('every function that can be imported', () => {
  it('has its rows here', () => {
    const functions = Object.entries(publicNames)
      .filter(([entry]) => entry !== 'react')
      .map(([entry, names]) => [entry, names.filter((name) => !isError(name)).toSorted()]);
    const held = Object.entries(rows).map(([entry, calls]) => [
      entry,
      Object.keys(calls).toSorted(),
    ]);
    expect(Object.fromEntries(held)).toEqual(Object.fromEntries(functions));
  });

  const cases = Object.entries(rows).flatMap(([entry, calls]) =>
    Object.entries(calls).flatMap(([name, arguments_]) =>
      arguments_.map(([argument, wrong, call]) => ({
        name: `${entry}: ${name}`,
        argument,
        wrong,
        call,
      })),
    ),
  );

  it.each(cases)(
    '$name says what is wrong with its $argument',
    async ({ argument, wrong, call }) => {
      for (const value of wrong) {
        const error = await thrownBy(() => call(value as never)); // wrong on purpose
        expect({ value, error }).toMatchObject({ error: { code: 'invalid_option' } });
        expect(index.TodoError.isInstance(error)).toBe(true);
        expect((error as Error).message).toMatch(new RegExp(`\`${argument}\\b.*\`.*; got .+\\.$`));
      }
    },
  );
});
