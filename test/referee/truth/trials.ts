/** What many answers said, counted: how often intervals held, how far answers were off, and on which side. */

/** Of intervals. */
export interface Held {
  asked: number;
  held: number;
}

/** Of answers less the truth. */
export interface Errors {
  number: number;
  sum: number;
  squares: number;
  fourths: number;
  /** Of the truths, to say how much a bias is. */
  truths: number;
  /** The standard error that was foretold, and whether it is one or only a limit. */
  foretold: number;
}

export interface Finding {
  readonly name: string;
  readonly says: string;
}

export class Trials {
  readonly held = new Map<string, Held>();
  /** Those that promise 95, and not more. */
  readonly sharp = new Set<string>();
  readonly errors = new Map<string, Errors>();
  readonly limits = new Map<string, Errors>();
  /** What must hold in every answer. */
  readonly certain = new Map<string, Held>();
  readonly biases = new Map<string, Errors>();

  interval(name: string, holds: boolean, sharp: boolean): void {
    count(this.held, name, holds);
    if (sharp) this.sharp.add(name);
  }

  always(name: string, holds: boolean): void {
    count(this.certain, name, holds);
  }

  error(kind: 'errors' | 'limits' | 'biases', name: string, off: number, { truth = 0, foretold = 0 } = {}): void {
    const fresh: Errors = { number: 0, sum: 0, squares: 0, fourths: 0, truths: 0, foretold };
    const found = this[kind].get(name) ?? fresh;
    this[kind].set(name, found);
    found.number += 1;
    found.sum += off;
    found.squares += off ** 2;
    found.fourths += off ** 4;
    found.truths += truth;
  }

  findings(): readonly Finding[] {
    return [
      ...[...this.certain].flatMap(([name, { asked, held }]) =>
        held === asked ? [] : [{ name, says: `it does not hold in ${asked - held} of ${asked} answers` }],
      ),
      ...[...this.held].flatMap(([name, held]) => misses(name, held, this.sharp.has(name))),
      ...[...this.errors].flatMap(([name, errors]) => wrongError(name, errors)),
      ...[...this.limits].flatMap(([name, errors]) => overLimit(name, errors)),
      ...[...this.biases].flatMap(([name, errors]) => biased(name, errors)),
    ];
  }
}

function count(where: Map<string, Held>, name: string, holds: boolean): void {
  const found = where.get(name) ?? { asked: 0, held: 0 };
  where.set(name, found);
  found.asked += 1;
  found.held += holds ? 1 : 0;
}

/** So many standard deviations are chance once in some 30,000 times. */
const UNLIKELY = 4;

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** At least 93 in 100, and where 95 are promised no more than 97. */
function misses(name: string, { asked, held }: Held, sharp: boolean): Finding[] {
  const part = held / asked;
  const reach = (of: number) => UNLIKELY * Math.sqrt((of * (1 - of)) / asked);
  if (part < 0.93 - reach(0.93)) return [{ name, says: `95 % intervals hold in ${percent(part)} of ${asked} answers` }];
  if (sharp && part > 0.97 + reach(0.97))
    return [{ name, says: `95 % intervals hold in ${percent(part)} of ${asked} answers: they are too wide` }];
  return [];
}

const deviationOf = ({ number, squares }: Errors): number => Math.sqrt(squares / number);

/** Of a standard deviation, relative: by the fourth moment. */
function doubtOf({ number, squares, fourths }: Errors): number {
  const kurtosis = (fourths * number) / squares ** 2;
  return Math.sqrt(Math.max(0.1, kurtosis - 1) / (4 * number));
}

function wrongError(name: string, errors: Errors): Finding[] {
  if (errors.squares === 0 || errors.number < 1000) return [];
  const off = deviationOf(errors) / errors.foretold - 1;
  const says = `explain foretells a standard error of ${errors.foretold}, and it is ${deviationOf(errors)} over ${errors.number} answers`;
  return Math.abs(off) > UNLIKELY * 1.15 * doubtOf(errors) && Math.abs(off) > 0.03 ? [{ name, says }] : [];
}

function overLimit(name: string, errors: Errors): Finding[] {
  if (errors.squares === 0 || errors.number < 40) return [];
  const off = deviationOf(errors) / errors.foretold - 1;
  const says = `explain foretells at most ${errors.foretold} by sampling, and it is ${deviationOf(errors)} over ${errors.number} answers`;
  return off > UNLIKELY * Math.max(doubtOf(errors), 1 / Math.sqrt(2 * errors.number)) ? [{ name, says }] : [];
}

function biased(name: string, errors: Errors): Finding[] {
  const { number, sum, truths } = errors;
  if (number < 200) return [];
  const doubt = deviationOf(errors) / Math.sqrt(number);
  const says = `answers are off by ${percent(sum / truths)} on average, over ${number} answers, give or take ${percent((doubt * number) / truths)}`;
  return Math.abs(sum / number) > UNLIKELY * doubt ? [{ name, says }] : [];
}

/** The bias that would be found, as a part of the truth: to show that the test has power. */
export const findable = (errors: Errors): number =>
  ((UNLIKELY + 2) * deviationOf(errors) * Math.sqrt(errors.number)) / Math.abs(errors.truths);
