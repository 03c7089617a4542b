import type { Plan, SessionEvent, TodoStatus } from 'ai-sdk-todo';

/** Lines and streamed text on one output, without one breaking into the other. */
export interface Screen {
  /** Prints a line of its own, cut to the width of the terminal where `cut` is set. */
  line(text?: string, options?: { readonly cut?: boolean }): void;
  /** Prints a piece of running text. */
  write(piece: string): void;
}

const MARKS: Readonly<Record<TodoStatus, string>> = {
  pending: '[ ]',
  in_progress: '[~]',
  completed: '[x]',
};

/** Plain text only, no colour and no cursor movement: it reads the same in a terminal, a pipe and a log file. */
export function createScreen(out: NodeJS.WriteStream = process.stdout): Screen {
  let isLineOpen = false;
  return {
    line(text = '', { cut = false } = {}) {
      const safe = harmless(text).replaceAll('\n', ' ');
      const width = Math.max(40, out.columns ?? 100);
      out.write(`${isLineOpen ? '\n' : ''}${cut ? abbreviate(safe, width) : safe}\n`);
      isLineOpen = false;
    },
    write(piece) {
      const safe = harmless(piece);
      if (safe === '') return;
      out.write(safe);
      isLineOpen = !safe.endsWith('\n');
    },
  };
}

/** Prints what the marks of a checklist mean. */
export function showLegend(screen: Screen): void {
  const { pending, in_progress, completed } = MARKS;
  screen.line(`Marks: ${pending} pending  ${in_progress} in progress  ${completed} completed`);
}

/** Prints a plan as a checklist, or says that there is none. */
export function showPlan(screen: Screen, { todos, counts, turn }: Plan): void {
  if (todos === null) {
    screen.line('  Plan: cleared, each turn starts without one');
    return;
  }
  screen.line(`  Plan: ${counts.completed} of ${todos.length} done`);
  for (const { content, status } of todos) {
    const isPaused = status === 'in_progress' && turn?.open === false;
    screen.line(`    ${MARKS[status]} ${content}${isPaused ? ' (paused)' : ''}`);
  }
}

/** Prints one event of a log on one line. */
export function showEvent(screen: Screen, { seq, type, data }: SessionEvent): void {
  screen.line(`  ${String(seq).padStart(2)}  ${type.padEnd(10)}  ${JSON.stringify(data)}`, {
    cut: true,
  });
}

/** Text without the characters that could act on a terminal: what a model writes is not to be trusted. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n]|[\u2028\u2029]|\p{Bidi_Control}/gu, '');
}

function abbreviate(text: string, width: number): string {
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}
