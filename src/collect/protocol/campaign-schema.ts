/** The shape of a campaign as data from outside: each rule says itself in words, which a refusal repeats behind the place. */
import * as z from 'zod/mini';
import { exactly, kinds } from '../../json/index.ts';

const VALUES_MAX = 10_000;
const AGGREGATORS_MAX = 16;
const TEXT_MAX = 1_000;

/** Below this parameter the noise could come round modulo 2^32; above the other it is none. */
const NOISE_EPSILONS = [1e-6, 100] as const;

const text = z.custom<string>(
  value => typeof value === 'string' && value.length >= 1 && value.length <= TEXT_MAX,
  `must be a text of 1 to ${TEXT_MAX} characters`,
);

const number = (rule: string, holds: (value: number) => boolean) =>
  z.custom<number>(value => typeof value === 'number' && holds(value), `must be ${rule}`);

const finite = number('a finite number', Number.isFinite);

const cells = number(
  `a whole number from 1 to ${VALUES_MAX}`,
  value => Number.isInteger(value) && value >= 1 && value <= VALUES_MAX,
);

/** A list whose entries are told apart, of so many at least and at most. */
const different = <Entry extends z.core.SomeType>(entry: Entry, least: number, most: number) =>
  z
    .array(entry, 'must be a list')
    .check(
      z.refine(
        list => list.length >= least && list.length <= most && new Set(list).size === list.length,
        `must have ${least} to ${most} entries, all different`,
      ),
    );

const answers = z.discriminatedUnion(
  'kind',
  [
    exactly({ kind: z.literal('choices'), values: different(text, 1, VALUES_MAX) }),
    exactly({
      kind: z.literal('numbers'),
      edges: different(finite, 2, VALUES_MAX + 1).check(
        z.refine(edges => edges.every((edge, i) => i === 0 || edges[i - 1] < edge), 'must be increasing'),
      ),
    }),
    exactly({
      kind: z.literal('grid'),
      south: finite,
      north: finite,
      west: finite,
      east: finite,
      rows: cells,
      columns: cells,
    }).check(
      z.refine(
        ({ south, north, west, east }) => south < north && west < east,
        'must have south below north and west below east',
      ),
      z.refine(({ rows, columns }) => rows * columns <= VALUES_MAX, `must have at most ${VALUES_MAX} cells`),
    ),
  ],
  kinds,
);

/** Whoever reads the wires to all aggregators reads the answers: only a machine's own wires may be open. */
const address = z.custom<string>(
  value =>
    typeof value === 'string' &&
    /^https:\/\/[^/?#@\s]+(\/[^?#\s]*[^/?#\s])?$|^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(value),
  'must be an https address without a trailing slash, or http with a port on this machine',
);

export const campaignShape = exactly({
  version: z.literal(1, 'must be 1'),
  name: text,
  question: text,
  answers,
  /** With shares one report tells as much as two rounds, and tells it at once. */
  protocol: z.enum(['one-report', 'two-rounds'], 'must be one-report or two-rounds'),
  /** Verified: aggregators check that each report is of one value at most. Plain: a cheating device can add any number. */
  validity: z.enum(['plain', 'verified'], 'must be plain or verified'),
  /** The chance of each person to be sampled. */
  sampling: number('between 0 and 1, both excluded', value => value > 0 && value < 1),
  /** Chances of the fixed answers from 0 on, in two rounds; `null`: all alike. */
  baseline: z.nullable(
    z.array(
      number('between 0 and 1', value => value >= 0 && value <= 1),
      'must be a list or null',
    ),
  ),
  /** Of each aggregator, on each difference; `null`: none, as in the paper, which is no differential privacy. */
  noise: z.nullable(
    exactly({
      epsilon: number(
        `from ${NOISE_EPSILONS[0]} to ${NOISE_EPSILONS[1]}`,
        value => value >= NOISE_EPSILONS[0] && value <= NOISE_EPSILONS[1],
      ),
    }),
  ),
  /** Nothing is released of fewer reports; without noise one person's report alone would be their answer. */
  fewest: z.optional(number('a whole number, 1 or more', value => Number.isSafeInteger(value) && value >= 1)),
  aggregators: different(address, 2, AGGREGATORS_MAX),
  /** Reports after this instant are late; `null`: whenever the collector says. */
  closes: z.nullable(
    z.custom<string>(
      value =>
        typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value)),
      'must be an instant such as 2026-12-01T00:00:00Z, or null',
    ),
  ),
});
