/** What is asked again and again: of which town, at which epsilon, and what is looked at. */
import { absolute, difference, named, ratio, root, rounded, squared } from './computing.ts';
import type { Town } from './crowd.ts';
import type { Aggregate, Computed, Step } from './question.ts';

export interface Experiment {
  readonly name: string;
  readonly town: Town;
  readonly aggregates: readonly Aggregate['kind'][];
  /** Drawn anew every time. */
  readonly steps?: readonly Step[];
  readonly epsilon?: number;
  /** Gaussian noise, in place of epsilon. */
  readonly rho?: number;
  /** Groups are not listed in advance. */
  readonly delta?: number;
  readonly share?: number;
  /** Computed from them: a0, a1, ... */
  readonly computed?: readonly Computed[];
  /** Is what explain foretells, or estimates without a bias, looked at? */
  readonly measures: readonly ('interval' | 'noise' | 'bias' | 'sampling')[];
  /** Of all groups together. */
  readonly whole?: true;
}

const SMALL_TOWN: Town = { groups: 400, people: 12, rowsPerUnit: 3 };
const LONE_TOWN: Town = { groups: 400, people: 12, rowsPerUnit: 1 };
const VILLAGE: Town = { groups: 12, people: 25, rowsPerUnit: 3 };
const LARGE_TOWN: Town = { groups: 24, people: 150, rowsPerUnit: 3 };
const RHO_TOWN: Town = { ...SMALL_TOWN, concentrated: true };
const LARGE_RHO_TOWN: Town = { ...LARGE_TOWN, concentrated: true };

export const TOTALS = ['count', 'units', 'countValues', 'sum', 'histogram'] as const;
const RATIOS = ['mean', 'variance', 'standardDeviation', 'covariance'] as const;

const bernoulli = (rate: number): Step => ({ kind: 'bernoulli', rate, name: '' });

const [A, B] = ['a0', 'a1'].map(named);

/** In turn, as time allows. */
export const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'everybody, epsilon 0.3',
    town: SMALL_TOWN,
    aggregates: TOTALS,
    epsilon: 0.3,
    measures: ['interval', 'noise'],
  },
  {
    name: 'computed from totals, epsilon 1',
    town: LARGE_TOWN,
    aggregates: ['sum', 'count'],
    computed: [
      { name: 'ratio', ...ratio(A, B) },
      { name: 'difference', ...difference(A, B) },
      { name: 'distance', ...absolute(difference(B, A)) },
    ],
    epsilon: 1,
    measures: ['interval', 'noise'],
  },
  {
    name: 'computed from means, epsilon 1',
    town: LARGE_TOWN,
    aggregates: ['mean', 'countValues', 'count'],
    computed: [
      { name: 'rounded', ...rounded(A) },
      { name: 'squared', ...squared(A) },
      { name: 'root', ...root(A) },
      { name: 'missing', ...difference(named('a2'), B) },
      { name: 'far', ...difference(A, B) },
    ],
    epsilon: 1,
    measures: ['interval'],
  },
  {
    name: 'computed from a sample',
    town: LARGE_TOWN,
    aggregates: ['sum', 'count', 'mean'],
    computed: [
      { name: 'ratio', ...ratio(A, B) },
      { name: 'squared', ...squared(named('a2')) },
    ],
    steps: [bernoulli(0.5)],
    epsilon: 3,
    measures: ['interval'],
  },
  {
    name: 'a sample of a sample',
    town: SMALL_TOWN,
    aggregates: TOTALS,
    steps: [bernoulli(0.7), bernoulli(0.5)],
    epsilon: 2,
    measures: ['interval'],
  },
  {
    name: 'a sample of a sample, without noise',
    town: SMALL_TOWN,
    aggregates: ['count', 'units', 'sum'],
    steps: [bernoulli(0.7), bernoulli(0.5)],
    epsilon: 300,
    measures: ['bias'],
  },
  {
    name: 'what sampling adds',
    town: VILLAGE,
    aggregates: ['count', 'units', 'sum'],
    steps: [bernoulli(0.3)],
    epsilon: 1e4,
    whole: true,
    measures: ['sampling'],
  },
  { name: 'everybody, epsilon 3', town: SMALL_TOWN, aggregates: RATIOS, epsilon: 3, measures: ['interval'] },
  {
    name: 'coins of one row each',
    town: LONE_TOWN,
    aggregates: [...TOTALS, 'mean'],
    steps: [bernoulli(0.3)],
    epsilon: 3,
    measures: ['interval'],
  },
  {
    name: 'strata',
    town: SMALL_TOWN,
    aggregates: ['count', 'units', 'sum'],
    steps: [{ kind: 'stratified', by: 'half', rates: { left: 0.8, right: 0.3 }, name: '' }],
    epsilon: 300,
    measures: ['interval', 'bias'],
  },
  {
    name: 'a part of secretly many',
    town: SMALL_TOWN,
    aggregates: ['count', 'units', 'sum'],
    steps: [{ kind: 'fraction', rate: 0.4, name: '' }],
    epsilon: 300,
    measures: ['interval', 'bias'],
  },
  {
    name: 'so many of publicly many',
    town: { ...SMALL_TOWN, sizeIsPublic: true },
    aggregates: ['count', 'units', 'sum', 'mean'],
    steps: [{ kind: 'fixed-size', size: 1500, name: '' }],
    epsilon: 30,
    measures: ['interval', 'bias'],
  },
  {
    name: 'medians',
    town: { ...SMALL_TOWN, groups: 100 },
    aggregates: ['quantile'],
    epsilon: 2,
    measures: ['interval'],
  },
  {
    name: 'a bought interval',
    town: LARGE_TOWN,
    aggregates: ['sum'],
    steps: [bernoulli(0.5)],
    epsilon: 3,
    share: 0.3,
    measures: ['interval'],
  },
  {
    name: 'a bought mean',
    town: LARGE_TOWN,
    aggregates: ['mean'],
    steps: [bernoulli(0.5)],
    epsilon: 3,
    share: 0.5,
    measures: ['interval'],
  },
  {
    name: 'ratios of a sample',
    town: SMALL_TOWN,
    aggregates: RATIOS,
    steps: [bernoulli(0.5)],
    epsilon: 3,
    measures: ['interval'],
  },
  {
    name: 'everybody, rho 0.01',
    town: RHO_TOWN,
    aggregates: TOTALS,
    rho: 0.01,
    measures: ['interval', 'noise'],
  },
  {
    name: 'one row each, rho 0.1',
    town: { ...LONE_TOWN, concentrated: true },
    aggregates: [...TOTALS, 'mean'],
    rho: 0.1,
    measures: ['interval', 'noise'],
  },
  { name: 'everybody, rho 5', town: RHO_TOWN, aggregates: RATIOS, rho: 5, measures: ['interval'] },
  {
    name: 'means and what follows from them, rho 1',
    town: LARGE_RHO_TOWN,
    aggregates: ['mean', 'countValues', 'sum', 'count'],
    computed: [
      { name: 'missing', ...difference(named('a3'), B) },
      { name: 'ratio', ...ratio(named('a2'), B) },
      { name: 'squared', ...squared(A) },
    ],
    rho: 1,
    measures: ['interval'],
  },
  { name: 'a mean alone, rho 0.5', town: LARGE_RHO_TOWN, aggregates: ['mean'], rho: 0.5, measures: ['interval'] },
  {
    name: 'a sample under a concentrated budget',
    town: RHO_TOWN,
    aggregates: ['count', 'units', 'sum'],
    steps: [bernoulli(0.5)],
    epsilon: 2,
    measures: ['interval'],
  },
  {
    name: 'three quantiles, epsilon 4',
    town: { ...SMALL_TOWN, groups: 100 },
    aggregates: ['quantile', 'quantile', 'quantile'],
    epsilon: 4,
    measures: ['interval'],
  },
  {
    name: 'three quantiles, rho 2',
    town: { ...RHO_TOWN, groups: 100 },
    aggregates: ['quantile', 'quantile', 'quantile'],
    rho: 2,
    measures: ['interval'],
  },
  {
    name: 'rows of groups not listed',
    town: LARGE_TOWN,
    aggregates: ['count'],
    epsilon: 1,
    delta: 1e-6,
    measures: ['interval', 'noise'],
  },
  {
    name: 'people of groups not listed, and their means',
    town: LARGE_TOWN,
    aggregates: ['units', 'mean', 'countValues'],
    epsilon: 2,
    delta: 1e-6,
    measures: ['interval'],
  },
  {
    name: 'one row each, epsilon 0.1',
    town: LONE_TOWN,
    aggregates: [...TOTALS, 'mean'],
    epsilon: 0.1,
    measures: ['interval', 'noise'],
  },
];
