/**
 * What may be asked of the accountant: a workload of mechanisms under sampling, and questions about its cost.
 * The schema is the one definition: the types follow from it, and parsing fills every default.
 */
import * as z from 'zod/mini';
import { exactly, frozen, kinds, pathText } from '../json/index.ts';
import { refuse } from '../vocabulary/index.ts';
import {
  aboveOne,
  anyReal,
  atLeastZero,
  integer,
  list,
  outOfRange,
  positive,
  probability,
  table,
} from './specification-schema.ts';

const sensitivity = z._default(positive, 1);
const wholeSensitivity = z._default(integer({ from: 1 }), 1);

const mechanism = z.discriminatedUnion(
  'kind',
  [
    exactly({ kind: z.literal('gaussian'), noiseMultiplier: positive, sensitivity }),
    exactly({ kind: z.literal('laplace'), scale: positive, sensitivity }),
    exactly({ kind: z.literal('discrete-laplace'), parameter: positive, sensitivity: wholeSensitivity }),
    exactly({ kind: z.literal('discrete-gaussian'), sigma: positive, sensitivity: wholeSensitivity }),
    exactly({ kind: z.literal('randomized-response'), noiseParameter: probability, buckets: integer({ from: 2 }) }),
    z.pipe(
      exactly({ kind: z.literal('pure'), epsilon: atLeastZero, replace: z.optional(atLeastZero) }).check(
        z.refine(({ epsilon, replace = 0 }) => replace <= 2 * epsilon, {
          error: 'must be at most 2·epsilon, because replacing a unit is removing one and adding one',
          path: ['replace'],
          params: outOfRange,
        }),
      ),
      z.transform(({ kind, epsilon, replace = 2 * epsilon }) => ({ kind, epsilon, replace })),
    ),
    exactly({ kind: z.literal('approx'), epsilon: atLeastZero, delta: probability }),
    exactly({
      kind: z.literal('mixture-of-gaussians'),
      sigma: positive,
      sensitivities: list(atLeastZero),
      probabilities: table,
    }).check(
      z.refine(({ sensitivities, probabilities }) => sensitivities.length === probabilities.length, {
        error: 'must have as many entries as sensitivities',
        path: ['probabilities'],
      }),
    ),
    exactly({ kind: z.literal('pair'), upper: table, lower: table }).check(
      z.refine(({ upper, lower }) => upper.length === lower.length, {
        error: 'must have as many entries as upper: both tables list the same outcomes',
        path: ['lower'],
      }),
    ),
  ],
  kinds,
);

const sampling = z.discriminatedUnion(
  'kind',
  [
    exactly({ kind: z.literal('none') }),
    exactly({ kind: z.literal('poisson'), rate: probability }),
    exactly({ kind: z.literal('fixed-size'), size: integer({ from: 1 }), of: integer({ from: 1 }) }).check(
      z.refine(({ size, of }) => size <= of, {
        error: 'must be at most `of`: without replacement no more units can be drawn than there are',
        path: ['size'],
        params: outOfRange,
      }),
    ),
    exactly({ kind: z.literal('with-replacement'), size: integer({ from: 1 }), of: integer({ from: 1 }) }),
    exactly({ kind: z.literal('cluster'), rate: probability, members: integer({ from: 1 }) }),
    exactly({ kind: z.literal('partition'), parts: integer({ from: 1 }) }),
  ],
  kinds,
);

const step = exactly({
  mechanism,
  sampling: z._default(sampling, { kind: 'none' }),
  count: z._default(integer({ from: 1, to: 1e9 }), 1),
});

const target = exactly({ epsilon: atLeastZero, delta: probability });

const questions = {
  epsilonAt: exactly({ delta: probability }),
  deltaAt: exactly({ epsilon: anyReal }),
  tradeOff: exactly({ falsePositiveRates: list(probability) }),
  renyi: exactly({ orders: list(aboveOne) }),
  noiseFor: target,
  rateFor: target,
};

const ask = exactly({
  epsilonAt: z.optional(questions.epsilonAt),
  deltaAt: z.optional(questions.deltaAt),
  tradeOff: z.optional(questions.tradeOff),
  renyi: z.optional(questions.renyi),
  noiseFor: z.optional(questions.noiseFor),
  rateFor: z.optional(questions.rateFor),
}).check(
  z.refine(asked => Object.values(asked).filter(value => value !== undefined).length === 1, {
    error: `must hold exactly one of ${Object.keys(questions).join(', ')}; ask several as a list`,
  }),
);

const specification = exactly({
  relation: z.enum(['add-remove', 'replace-one', 'add', 'remove'], {
    error: 'must be add-remove, replace-one, add or remove',
  }),
  steps: list(step, 10_000),
  ask: z.union([ask, list(ask, 10_000)]),
  width: z.optional(positive),
}).register(z.globalRegistry, { description: 'A workload: mechanisms, sampling schemes, counts, and what to compute' });

/** The schema, for descriptions; to read a specification use `parseSpecification`, which explains mistakes. */
export const specificationSchema: z.core.$ZodType = specification;

export type SpecifiedMechanism = z.output<typeof mechanism>;
export type SpecifiedSampling = z.output<typeof sampling>;
/** Equal mechanisms on equal samples, so many of them. */
export type Step = z.output<typeof step>;

/** One question: an object with exactly one key, the name of the question. */
export type Ask = {
  [Name in keyof typeof questions]: { readonly [Only in Name]: z.output<(typeof questions)[Only]> };
}[keyof typeof questions];

/** A specification as it is read: complete, in range, frozen. */
export interface Specification {
  readonly relation: z.output<typeof specification>['relation'];
  readonly steps: readonly Step[];
  readonly ask: Ask | readonly Ask[];
  /** The largest acceptable upper - lower. */
  readonly width?: number;
}

/** A specification as people write it: what has a default may be left out. */
export type SpecificationInput = Unchanged<Omit<z.input<typeof specification>, 'ask'>> & {
  readonly ask: Ask | readonly Ask[];
};

/** Readonly all the way down: reading changes nothing, so constants may be given too. */
type Unchanged<Data> = Data extends object ? { readonly [Key in keyof Data]: Unchanged<Data[Key]> } : Data;

/** Reads a specification, or refuses it with the place, the rule and the way out. */
export function parseSpecification(input: unknown): Specification {
  const parsed = specification.safeParse(input);
  if (!parsed.success) return refuseIssue(mostSpecific(parsed.error.issues[0]));
  const complete = parsed.data as Specification;
  checkCalibration(complete);
  return frozen(complete);
}

/** What `noiseFor` and `rateFor` turn is a number of the first step, which must have it. */
function checkCalibration({ ask, steps: [first] }: Specification): void {
  for (const asked of [ask].flat()) {
    if ('noiseFor' in asked && !NOISY.has(first.mechanism.kind))
      refuse(
        'specification_invalid',
        `noiseFor calibrates the noise of the first step, and ${first.mechanism.kind} has none; the mechanism must be one of ${[...NOISY].join(', ')}.`,
      );
    if ('rateFor' in asked && !('rate' in first.sampling))
      refuse(
        'specification_invalid',
        `rateFor calibrates the sampling rate of the first step, and ${first.sampling.kind} has none; the sampling must be poisson or cluster.`,
      );
  }
}

const NOISY: ReadonlySet<SpecifiedMechanism['kind']> = new Set([
  'gaussian',
  'laplace',
  'discrete-laplace',
  'discrete-gaussian',
  'mixture-of-gaussians',
]);

/** Of a choice that failed on every branch, the branch that came furthest. */
function mostSpecific(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const [furthest] = issue.errors
    .map(([first]) => mostSpecific(first))
    .toSorted((a, b) => b.path.length - a.path.length);
  return { ...furthest, path: [...issue.path, ...furthest.path] };
}

function refuseIssue(issue: z.core.$ZodIssue): never {
  const ranged = issue.code === 'custom' && issue.params?.outOfRange === true;
  const place = pathText(issue.path);
  return refuse(
    ranged ? 'value_out_of_range' : 'specification_invalid',
    `${place === '' ? 'The specification' : place} ${issue.message}.`,
  );
}
