/** An event of a well-formed log. */
export type Event = Readonly<Record<string, unknown>>;
type Log = readonly Event[];

/** One change at one place of a well-formed log. */
export interface Mutation {
  readonly name: string;
  /** Whether the change shows at this place: what is left may be another log that is well formed too. */
  readonly applies: (log: Log, at: number) => boolean;
  /** `by` is a whole number other than 0, for changes of a number. */
  readonly apply: (log: Log, at: number, by: number) => readonly unknown[];
  /** A rule that the change breaks, where it is always the same. */
  readonly breaks?: string;
}

const typeOf = (event: Event | undefined) => event?.['type'];
const isStart = (event: Event | undefined) => typeOf(event) === 'turn/start';
const isEnd = (event: Event | undefined) => typeOf(event) === 'turn/end';
const isWrite = (event: Event | undefined) => typeOf(event) === 'todo/write';
const isBoundary = (event: Event | undefined) => isStart(event) || isEnd(event);
const isKnown = (event: Event | undefined) => isBoundary(event) || isWrite(event);

const anywhere = () => true;
const where = (test: (event: Event | undefined) => boolean) => (log: Log, at: number) =>
  test(log[at]);
const isMissed = (log: Log, at: number) => isBoundary(log[at]) && log.slice(at + 1).some(isKnown);

const renumber = (events: Log) => events.map((event, seq) => ({ ...event, seq }));
const without = (log: Log, at: number) => log.filter((_, i) => i !== at);
const doubled = (log: Log, at: number) => log.toSpliced(at, 0, ...log.slice(at, at + 1));
const swapped = (log: Log, at: number) =>
  log.toSpliced(at, 2, ...log.slice(at, at + 2).toReversed());
const replaced =
  (change: (event: Event, by: number) => unknown) => (log: Log, at: number, by: number) =>
    log.map((event, i) => (i === at ? change(event, by) : event));
const field = (name: string, value: unknown) => replaced((event) => ({ ...event, [name]: value }));
const data = (change: (data: Event, by: number) => unknown) =>
  // Every known event of a well-formed log has an object as its data.
  replaced((event, by) => ({ ...event, data: change(event['data'] as Event, by) }));
const number = (value: unknown) => Number(value);

const moved: readonly Mutation[] = [
  {
    name: 'an event is lost',
    applies: (log, at) => at < log.length - 1,
    apply: without,
    breaks: 'seq-contiguous',
  },
  {
    name: 'the start or end of a turn is lost and the rest numbered anew',
    applies: isMissed,
    apply: (log, at) => renumber(without(log, at)),
  },
  { name: 'an event is doubled', applies: anywhere, apply: doubled, breaks: 'seq-contiguous' },
  {
    name: 'the start or end of a turn is doubled and the rest numbered anew',
    applies: where(isBoundary),
    apply: (log, at) => renumber(doubled(log, at)),
    breaks: 'turn-order',
  },
  {
    name: 'two events change places',
    applies: (log, at) => at < log.length - 1,
    apply: swapped,
    breaks: 'seq-contiguous',
  },
  {
    name: 'two events of a turn change places and are numbered anew',
    applies: (log, at) => {
      const pair = log.slice(at, at + 2);
      return pair.length === 2 && pair.every(isKnown) && pair.some(isBoundary);
    },
    apply: (log, at) => renumber(swapped(log, at)),
  },
];

const numbers: readonly Mutation[] = [
  {
    name: 'a seq is another number',
    applies: anywhere,
    apply: replaced((event, by) => ({ ...event, seq: number(event['seq']) + by })),
    breaks: 'seq-contiguous',
  },
  ...[undefined, null, '1', 1.5, NaN, -1, true].map((seq) => ({
    name: `a seq is ${JSON.stringify(seq)}`,
    applies: anywhere,
    apply: field('seq', seq),
    breaks: 'seq-contiguous',
  })),
  {
    name: 'the start or end of a turn has another number',
    applies: where(isBoundary),
    apply: data((old, by) => ({ ...old, turn: number(old['turn']) + by })),
  },
  ...[undefined, null, '1', 1.5, 0, -1].map((turn) => ({
    name: `the start or end of a turn has the number ${JSON.stringify(turn)}`,
    applies: where(isBoundary),
    apply: data((old) => ({ ...old, turn })),
    breaks: 'event-shape',
  })),
  {
    name: 'a write names another turn',
    applies: where(isWrite),
    apply: replaced((event, by) => ({ ...event, turn: 100 + Math.abs(by) })),
    breaks: 'write-in-turn',
  },
];

const types: readonly Mutation[] = [
  {
    name: 'the start or end of a turn becomes an event of an unknown type',
    applies: isMissed,
    apply: field('type', 'host.other'),
  },
  ...['turn/start', 'turn/end', 'todo/write'].map((type) => ({
    name: `another known event becomes a ${type}`,
    applies: where((event) => isKnown(event) && typeOf(event) !== type),
    apply: field('type', type),
  })),
  ...[undefined, null, '', 7, {}].map((type) => ({
    name: `a type is ${JSON.stringify(type)}`,
    applies: anywhere,
    apply: field('type', type),
    breaks: 'event-shape',
  })),
];

const shapes: readonly Mutation[] = [
  ...[null, 'text', 5, [], undefined].map((event) => ({
    name: `an event is ${JSON.stringify(event)}`,
    applies: anywhere,
    apply: replaced(() => event),
    breaks: 'event-shape',
  })),
  ...(
    [
      ['time', undefined],
      ['time', '2026-01-01'],
      ['time', null],
      ['id', ''],
      ['id', 5],
      ['callId', ''],
      ['callId', null],
      ['turn', 0],
      ['turn', '1'],
      ['more', false],
      ['data', undefined],
    ] as const
  ).map(([name, value]) => ({
    name: `the ${name} of an event is ${JSON.stringify(value)}`,
    applies: anywhere,
    apply: field(name, value),
    breaks: 'event-shape',
  })),
  ...[null, 'text', 5, []].map((value) => ({
    name: `the data of the start or end of a turn is ${JSON.stringify(value)}`,
    applies: where(isBoundary),
    apply: field('data', value),
    breaks: 'event-shape',
  })),
  ...[undefined, null, 'completed', {}, { kind: 'done' }, { kind: '__proto__' }].map((reason) => ({
    name: `the reason of the end of a turn is ${JSON.stringify(reason)}`,
    applies: where(isEnd),
    apply: data((old) => ({ ...old, reason })),
    breaks: 'event-shape',
  })),
];

const firstTodo = (change: (todo: Event) => unknown) =>
  data((old) => {
    // A well-formed write holds a list of objects.
    const todos = old['todos'] as readonly Event[];
    return { ...old, todos: todos.map((todo, i) => (i === 0 ? change(todo) : todo)) };
  });
const hasTodos = where((event) => {
  if (event === undefined || !isWrite(event)) return false;
  const { todos } = event['data'] as { readonly todos: readonly unknown[] }; // see firstTodo
  return todos.length > 0;
});

const lists: readonly Mutation[] = [
  {
    name: 'a write holds something beside its list',
    applies: where(isWrite),
    apply: data((old) => ({ ...old, note: 'x' })),
    breaks: 'event-shape',
  },
  ...[undefined, null, '[]', {}, 5].map((todos) => ({
    name: `the list of a write is ${JSON.stringify(todos)}`,
    applies: where(isWrite),
    apply: data(() => ({ todos })),
    breaks: 'todos-array',
  })),
  ...[null, 'text', [], {}, undefined].map((todo) => ({
    name: `a task is ${JSON.stringify(todo)}`,
    applies: hasTodos,
    apply: firstTodo(() => todo),
    breaks: 'todo-entry',
  })),
  {
    name: 'a task has a third field',
    applies: hasTodos,
    apply: firstTodo((todo) => ({ ...todo, id: '1' })),
    breaks: 'todo-entry',
  },
  {
    name: 'a task has another field in the place of its status',
    applies: hasTodos,
    apply: firstTodo(({ content }) => ({ content, state: 'pending' })),
    breaks: 'todo-entry',
  },
  ...['', ' ', ' a', 'a\n', 5, null].map((content) => ({
    name: `the content of a task is ${JSON.stringify(content)}`,
    applies: hasTodos,
    apply: firstTodo((todo) => ({ ...todo, content })),
    breaks: 'todo-content',
  })),
  ...['done', 'Pending', '', null, 1, 'toString'].map((status) => ({
    name: `the status of a task is ${JSON.stringify(status)}`,
    applies: hasTodos,
    apply: firstTodo((todo) => ({ ...todo, status })),
    breaks: 'todo-status',
  })),
  {
    name: 'a task stands twice',
    applies: hasTodos,
    apply: data(({ todos }) => {
      const list = todos as readonly Event[]; // see hasTodos
      return { todos: [...list, ...list.slice(0, 1)] };
    }),
    breaks: 'todo-unique',
  },
];

/** Every kind of single change that takes a well-formed log out of form. */
export const MUTATIONS: readonly Mutation[] = [...moved, ...numbers, ...types, ...shapes, ...lists];
