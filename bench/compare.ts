/** Two ways to do the same work, timed side by side. */
export interface Comparison {
  readonly name: string;
  /** What we do. */
  readonly ours: () => unknown;
  /** What the ratio is told against: the bare operation, without what we add to it. */
  readonly bare: () => unknown;
  /** How often each is timed. Default 30. */
  readonly rounds?: number;
  /** How often each is called within one timing, for work that is shorter than the clock can tell. Default 1. */
  readonly calls?: number;
}

export interface Timing {
  /** Milliseconds for one call, the median of all rounds. */
  readonly ours: number;
  readonly bare: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
}

/**
 * Times both in turn, so that whatever else slows the machine down slows both down, and prints the ratio.
 *
 * Which one goes first changes with each round, since the second finds warm caches and the first one's garbage.
 */
export async function compare(comparison: Comparison): Promise<Timing> {
  const { name, ours, bare, rounds = 30, calls = 1 } = comparison;
  const samples: { ours: number; bare: number }[] = [];
  const warmUp = Math.max(3, Math.ceil(rounds / 5));
  for (let round = -warmUp; round < rounds; round += 1) {
    let sample;
    if (round % 2 === 0) {
      const first = await time(ours, calls);
      sample = { ours: first, bare: await time(bare, calls) };
    } else {
      const first = await time(bare, calls);
      sample = { ours: await time(ours, calls), bare: first };
    }
    if (round >= 0) samples.push(sample);
  }
  const timing = {
    ours: median(samples.map((sample) => sample.ours)),
    bare: median(samples.map((sample) => sample.bare)),
    ratio: median(samples.map((sample) => sample.ours / sample.bare)),
  };
  print(name, `${duration(timing.ours)} against ${duration(timing.bare)}`, timing.ratio);
  return timing;
}

/** Prints one line of a report. */
export function print(name: string, what: string, ratio: number): void {
  console.log(`  ${name.padEnd(44)} ${what.padEnd(30)} × ${ratio.toFixed(2)}`);
}

/** Milliseconds for one call. */
export async function time(work: () => unknown, calls = 1): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) {
    const result = work();
    // Waiting for what is no promise would cost more than most of what is timed here.
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / calls;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [below = NaN, above = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (below + above) / 2;
}

/** A number of milliseconds for people to read. */
export function duration(ms: number): string {
  if (ms >= 1) return `${ms.toFixed(2)} ms`;
  return ms >= 0.001 ? `${(ms * 1000).toFixed(2)} µs` : `${(ms * 1e6).toFixed(0)} ns`;
}
