/** One question to one workload, drawn over mechanisms, samplings, relations and extremes: what is wide, slow or wrong? */
import { type Answer, account, type SpecificationInput } from '../../src/accounting/index.ts';
import { type Below, reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { type Bracket, Refusal } from '../../src/vocabulary/index.ts';
import { between, oneOf, type SamplingInput, whole } from './random-workload.ts';
import type { MechanismInput, Relation } from './vector-workloads.ts';

const MECHANISMS: readonly ((below: Below) => MechanismInput)[] = [
  below => ({ kind: 'gaussian', noiseMultiplier: between(below, 0.05, 50) }),
  below => ({ kind: 'gaussian', noiseMultiplier: between(below, 0.5, 5) }),
  below => ({ kind: 'laplace', scale: between(below, 0.05, 50) }),
  below => ({ kind: 'discrete-laplace', parameter: between(below, 0.02, 5), sensitivity: whole(below, 1, 5) }),
  below => ({ kind: 'discrete-gaussian', sigma: between(below, 0.5, 20) }),
  below => ({ kind: 'randomized-response', noiseParameter: between(below, 0.01, 1), buckets: 2 + below(6) }),
  below => ({ kind: 'pure', epsilon: between(below, 1e-3, 8) }),
  below => ({ kind: 'approx', epsilon: between(below, 1e-3, 3), delta: between(below, 1e-15, 1e-3) }),
];

const SAMPLINGS: readonly ((below: Below) => SamplingInput)[] = [
  () => ({ kind: 'none' }),
  below => ({ kind: 'poisson', rate: between(below, 1e-9, 1) }),
  below => ({ kind: 'poisson', rate: between(below, 1e-3, 0.5) }),
  below => ({ kind: 'fixed-size', size: whole(below, 1, 1000), of: whole(below, 1000, 1e6) }),
  below => ({ kind: 'with-replacement', size: whole(below, 1, 1000), of: whole(below, 100, 1e6) }),
  below => ({ kind: 'cluster', rate: between(below, 1e-4, 1), members: whole(below, 1, 20) }),
  below => ({ kind: 'partition', parts: whole(below, 1, 1000) }),
];

const RELATIONS: readonly Relation[] = ['add-remove', 'add-remove', 'replace-one', 'add', 'remove'];

/** The workload with this number, and its one question. */
function extremeWorkload(number: number): SpecificationInput {
  const below = uniform(reproducibleEntropy(1_000_000 + number));
  const relation = oneOf(below, RELATIONS);
  const mechanism = oneOf(below, MECHANISMS)(below);
  const sampling = oneOf(below, SAMPLINGS)(below);
  const count = oneOf(below, [1, whole(below, 2, 100), whole(below, 100, 1e4), whole(below, 1e4, 1e6)]);
  const ask = oneOf(below, [
    { epsilonAt: { delta: between(below, 1e-12, 1e-2) } },
    { epsilonAt: { delta: between(below, 1e-7, 1e-4) } },
    { deltaAt: { epsilon: between(below, 1e-2, 10) } },
  ]);
  return { relation, steps: [{ mechanism, sampling, count }], ask };
}

export interface Verdict {
  readonly number: number;
  readonly specification: SpecificationInput;
  readonly bracket?: Bracket;
  readonly refused?: string;
  /** Of the processor: other work on the machine does not count. */
  readonly milliseconds: number;
  /** (upper - lower)/upper; 0 for an answer of 0. */
  readonly width: number;
  readonly broken: readonly string[];
}

/** Everything up to here is as good as 0. */
const NOTHING = 1e-9;
/** A wider answer is worth a look. */
export const WIDE = 0.01;
/** So are more milliseconds. */
export const SLOW = 5000;

export function verdictOn(number: number): Verdict {
  const specification = extremeWorkload(number);
  const begun = process.cpuUsage();
  try {
    const answer = account(specification) as Answer;
    const bracket = 'epsilon' in answer ? answer.epsilon : 'delta' in answer ? answer.delta : undefined;
    const milliseconds = millisecondsSince(begun);
    if (bracket === undefined) throw new TypeError('epsilon or delta was asked');
    const width = widthOf(bracket);
    return { number, specification, bracket, milliseconds, width, broken: brokenBy(bracket, width) };
  } catch (error) {
    const milliseconds = millisecondsSince(begun);
    if (error instanceof Refusal)
      return { number, specification, refused: error.code, milliseconds, width: 0, broken: [] };
    return { number, specification, milliseconds, width: 0, broken: [`fails: ${error}`] };
  }
}

function millisecondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

function widthOf({ lower, upper }: Bracket): number {
  if (upper === null) return lower === null ? 0 : Infinity;
  return upper <= NOTHING ? 0 : (upper - (lower ?? Infinity)) / upper;
}

/** What a status says must be so. */
function brokenBy({ lower, upper, status }: Bracket, width: number): string[] {
  const broken: string[] = [];
  if (!((lower ?? Infinity) <= (upper ?? Infinity))) broken.push(`lower ${lower} > upper ${upper}`);
  if (!((lower ?? 0) >= 0)) broken.push(`lower is ${lower}`);
  if (status === 'exact' && !(width <= 1e-8)) broken.push(`exact, ${width} wide`);
  if (status === 'tight' && !(width <= 3e-4)) broken.push(`tight, ${width} wide`);
  return broken;
}

/** Mechanism, sampling and relation. */
export function classOf({ specification: { relation, steps } }: Verdict): string {
  const [{ mechanism, sampling }] = steps;
  return `${mechanism.kind}, ${sampling?.kind}, ${relation}`;
}

/** Counts that sum up many verdicts, in one line. */
export function summary(verdicts: readonly Verdict[]): string {
  const answered = verdicts.filter(({ refused }) => refused === undefined);
  const count = (holds: (verdict: Verdict) => boolean): number => answered.filter(holds).length;
  const statuses = ['exact', 'tight', 'bracket', 'upper-only'].map(
    status => `${count(({ bracket }) => bracket?.status === status)} ${status}`,
  );
  return [
    `${answered.length} answered, ${verdicts.length - answered.length} refused`,
    `${count(({ width }) => width > WIDE)} wider than 1 %`,
    `${count(({ bracket }) => bracket?.upper === null)} without upper end`,
    `${count(({ milliseconds }) => milliseconds > SLOW)} above 5 s`,
    `${count(({ broken }) => broken.length > 0)} broken`,
    statuses.join(', '),
  ].join('; ');
}
