import { isRecord } from '../../core/event.ts';
import type { Line } from '../../file/scan-lines.ts';
import { NoLogError } from '../errors.ts';
import { asHeader } from './log-header.ts';
import type { SkippedLine } from '../plan/log-plan.ts';
import { kindOfFile, parseLine } from './parse-line.ts';

export interface LogExportOptions {
  readonly path: string;
  onLine(text: string): void;
  onDamage(line: SkippedLine): void;
}

/** Passes the good lines of a log on, but for the end of an append that never became whole. */
export class LogExport {
  readonly #options: LogExportOptions;
  #line = 0;
  #damaged = 0;
  /** Lines that count only if the append that they belong to becomes whole. */
  #held: (string | SkippedLine)[] = [];

  constructor(options: LogExportOptions) {
    this.#options = options;
  }

  take({ bytes, isWhole, start }: Line): void {
    this.#line += 1;
    const parsed = bytes === null ? { fault: 'this line is too long' } : parseLine(bytes);
    const { value, fault } = parsed;
    if (this.#line === 1) {
      if (bytes === null || !isWhole || asHeader(value) === undefined) {
        const kind = bytes === null ? undefined : kindOfFile(bytes);
        throw new NoLogError(this.#options.path, kind ?? fault ?? 'its first line is no header');
      }
      this.#options.onLine(bytes.toString());
      return;
    }
    if (!isWhole) return;
    if (bytes === null || fault !== undefined || !isRecord(value)) {
      const what = fault ?? 'this line is no event';
      this.#held.push({ line: this.#line, byte: start, what });
      return;
    }
    this.#held.push(bytes.toString());
    if (value['more'] !== true) this.#release();
  }

  /** Answers how many damaged lines there were. */
  finish(): number {
    if (this.#line === 0) {
      throw new NoLogError(this.#options.path, 'it is empty');
    }
    return this.#damaged;
  }

  #release(): void {
    for (const held of this.#held) {
      if (typeof held === 'string') {
        this.#options.onLine(held);
      } else {
        this.#options.onDamage(held);
        this.#damaged += 1;
      }
    }
    this.#held = [];
  }
}
