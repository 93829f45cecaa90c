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
  /** At most so much memory. */
  readonly megabytes?: number;
  /** The same work by others; undefined where they are not installed. */
  readonly beside?: Readonly<Record<string, () => Beside | number | undefined>>;
  /** How wide the answer is, to be set beside the width of others. */
  readonly width?: (found: unknown) => number;
}

/** Seconds a turn, and the width of the answer where both its ends are known. */
export interface Beside {
  readonly seconds: number;
  readonly width?: number;
}

export interface Measurement {
  readonly name: string;
  readonly median: number;
  readonly unit: 'seconds' | 'per second';
  readonly promise: number;
  readonly kept: boolean;
  readonly megabytesPeak: number;
  readonly found: unknown;
  /** How many times as long others take, and how many times as wide their answers are. */
  readonly ratios: Readonly<Record<string, number>>;
}

export async function measure(measured: Case): Promise<Measurement> {
  const { name, work, makes, promise, turns = 7, megabytes = Infinity } = measured;
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
  return {
    name,
    median,
    unit: makes === undefined ? 'seconds' : 'per second',
    promise,
    kept: (makes === undefined ? median <= promise : median >= promise) && megabytesPeak <= megabytes,
    megabytesPeak,
    found,
    ratios: ratiosOf(measured, middle, found),
  };
}

function ratiosOf({ beside = {}, width }: Case, seconds: number, found: unknown): Record<string, number> {
  const ratios: Record<string, number> = {};
  for (const [rival, run] of Object.entries(beside)) {
    const theirs = run();
    if (theirs === undefined) continue;
    const other = typeof theirs === 'number' ? { seconds: theirs } : theirs;
    ratios[rival] = other.seconds / seconds;
    if (other.width !== undefined && width !== undefined) ratios[`${rival} width`] = other.width / width(found);
  }
  return ratios;
}
