/** What a benchmark is, and how it is measured: warm, the median of several turns, with the memory of a process of its own. */

export interface Case {
  readonly name: string;
  /** One turn of the work. What it returns is shown beside the time, so that speed cannot be had by being wrong. */
  readonly work: () => unknown;
  /** How many things one turn makes; the result is then things a second instead of seconds. */
  readonly makes?: number;
  /** At most so many seconds, or at least so many things a second. */
  readonly promise: number;
  readonly turns?: number;
  /** The same work by others, in seconds a turn; undefined where they are not installed. */
  readonly beside?: Readonly<Record<string, () => number | undefined>>;
}

export interface Measurement {
  readonly name: string;
  readonly median: number;
  readonly unit: 'seconds' | 'per second';
  readonly promise: number;
  readonly kept: boolean;
  readonly megabytesPeak: number;
  readonly found: unknown;
  /** How many times as long others take. */
  readonly ratios: Readonly<Record<string, number>>;
}

export async function measure({ name, work, makes, promise, turns = 7, beside = {} }: Case): Promise<Measurement> {
  let found = await work();
  const seconds: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    found = await work();
    seconds.push((performance.now() - start) / 1000);
  }
  const middle = seconds.sort((a, b) => a - b)[Math.floor(turns / 2)];
  const megabytesPeak = Math.round(process.resourceUsage().maxRSS / 1024);
  const median = makes === undefined ? middle : makes / middle;
  const others = Object.entries(beside).flatMap(([rival, run]) => {
    const theirs = run();
    return theirs === undefined ? [] : [[rival, theirs / middle] as const];
  });
  return {
    name,
    median,
    unit: makes === undefined ? 'seconds' : 'per second',
    promise,
    kept: makes === undefined ? median <= promise : median >= promise,
    megabytesPeak,
    found,
    ratios: Object.fromEntries(others),
  };
}
