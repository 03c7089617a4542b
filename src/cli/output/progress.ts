/** Where progress is shown, if at all. */
export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface ProgressOptions {
  readonly stream: ProgressStream;
  /** What is counted. */
  readonly unit: 'bytes' | 'events' | 'sessions';
  /** How much there is to do; may grow. `undefined` where nobody knows. */
  readonly total: () => number | undefined;
  readonly now?: () => number;
}

/** How far a long piece of work has come. */
export interface Progress {
  /** Says how much is done in all. */
  update(done: number): void;
  /** Takes the bar away, so that something else can be printed. */
  clear(): void;
}

const FIRST_AFTER_MS = 400;
const EVERY_MS = 100;
const BAR = 20;

/** A bar with rate and rest time on a terminal; nothing elsewhere, and nothing for work that is soon done. */
export function createProgress({
  stream,
  unit,
  total,
  now = () => performance.now(),
}: ProgressOptions): Progress {
  if (stream.isTTY !== true) return { update() {}, clear() {} };
  const start = now();
  let next = start + FIRST_AFTER_MS;
  let isShown = false;
  return {
    update(done) {
      const at = now();
      if (at < next) return;
      next = at + EVERY_MS;
      const text = progressText({ done, total: total(), seconds: (at - start) / 1000, unit });
      const columns = stream.columns ?? 0;
      const width = columns > 1 ? columns - 1 : 79;
      stream.write(`\r${text.slice(0, width)}\u001b[K`);
      isShown = true;
    },
    clear() {
      if (isShown) stream.write('\r\u001b[K');
      isShown = false;
    },
  };
}

export interface ProgressState {
  readonly done: number;
  readonly total: number | undefined;
  readonly seconds: number;
  readonly unit: ProgressOptions['unit'];
}

/** One line: how much, how fast, and how long it will still take. ASCII, so that every terminal draws it. */
export function progressText({ done, total, seconds, unit }: ProgressState): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const speed = `${amount(rate, unit)}/s`;
  if (total === undefined || total <= 0) return `${amount(done, unit)}  ${speed}`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR);
  const bar = '#'.repeat(filled) + '-'.repeat(BAR - filled);
  const rest = rate > 0 ? `${duration((total - done) / rate)} left` : '';
  return `[${bar}] ${Math.floor(share * 100)}%  ${amount(done, unit)} of ${amount(total, unit)}  ${speed}  ${rest}`.trimEnd();
}

function amount(value: number, unit: ProgressOptions['unit']): string {
  if (unit !== 'bytes') return `${Math.round(value)} ${unit}`;
  if (value < 1e6) return `${(value / 1e3).toFixed(0)} kB`;
  return value < 1e9 ? `${(value / 1e6).toFixed(0)} MB` : `${(value / 1e9).toFixed(2)} GB`;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
