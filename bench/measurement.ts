/** What a benchmark is, and how it is measured: warm, the median of several turns, with the memory of a process of its own. */

export interface Case {
  readonly name: string;
  /** One turn of the work. What it returns is shown beside the time, so that speed cannot be had by being wrong. */
  readonly work: () => unknown;
  /** How many things one turn makes; the result is then things a second instead of seconds. */
  readonly makes?: number;
  /** What it is measured against, in turn with it; the result is then how many times as long the work takes. */
  readonly against?: () => unknown;
  /** At most so many seconds or times, or at least so many things a second. */
  readonly promise: number;
  readonly turns?: number;
  /** After the last turn: what would keep the process alive. */
  readonly close?: () => Promise<void>;
  /** At most so much memory. */
  readonly megabytes?: number;
  /** The same work by others; undefined where they are not installed. */
  readonly beside?: Readonly<Record<string, () => Compared | Promise<Compared>>>;
  /** How wide the answer is, to be set beside the width of others. */
  readonly width?: (found: unknown) => number;
}

type Compared = Beside | number | undefined;

/** Seconds a turn, and the width of the answer where both its ends are known. */
export interface Beside {
  readonly seconds: number;
  readonly width?: number;
}

export interface Measurement {
  readonly name: string;
  readonly median: number;
  readonly unit: 'seconds' | 'times' | 'per second';
  /** Of one turn. */
  readonly seconds: number;
  readonly promise: number;
  readonly kept: boolean;
  readonly megabytesPeak: number;
  readonly found: unknown;
  /** How many times as long others take, and how many times as wide their answers are. */
  readonly ratios: Readonly<Record<string, number>>;
}

export async function measure(measured: Case): Promise<Measurement> {
  const { name, work, against, makes, promise, turns = 7, megabytes = Infinity } = measured;
  let found = await work();
  // before others work in this process too
  const alone = memoryPeak();
  await against?.();
  const seconds: number[] = [];
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const [ours, result] = await timed(work);
    found = result;
    seconds.push(ours);
    if (against !== undefined) times.push(ours / (await timed(against))[0]);
  }
  await measured.close?.();
  const middle = medianOf(seconds);
  const megabytesPeak = against === undefined ? memoryPeak() : alone;
  const [median, unit] =
    against !== undefined
      ? ([medianOf(times), 'times'] as const)
      : makes !== undefined
        ? ([makes / middle, 'per second'] as const)
        : ([middle, 'seconds'] as const);
  return {
    name,
    median,
    unit,
    seconds: middle,
    promise,
    kept: (unit === 'per second' ? median >= promise : median <= promise) && megabytesPeak <= megabytes,
    megabytesPeak,
    found,
    ratios: await ratiosOf(measured, middle, found),
  };
}

async function timed(work: () => unknown): Promise<[seconds: number, found: unknown]> {
  const start = performance.now();
  const found = await work();
  return [(performance.now() - start) / 1000, found];
}

const medianOf = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const memoryPeak = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

async function ratiosOf(
  { beside = {}, width }: Case,
  seconds: number,
  found: unknown,
): Promise<Record<string, number>> {
  const ratios: Record<string, number> = {};
  for (const [rival, run] of Object.entries(beside)) {
    const theirs = await run();
    if (theirs === undefined) continue;
    const other = typeof theirs === 'number' ? { seconds: theirs } : theirs;
    ratios[rival] = other.seconds / seconds;
    if (other.width !== undefined && width !== undefined) ratios[`${rival} width`] = other.width / width(found);
  }
  return ratios;
}
