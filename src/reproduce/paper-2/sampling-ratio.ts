/** Figures 2 and 3: how much of delta is left when a count is taken on a sample, by the theorem and exactly. */
import type { Line, Panel } from '../../figure/index.ts';
import { type PropertyQuery, propertyDelta, type Sampling } from '../../statistical/index.ts';
import { evenly, said } from '../numbers.ts';
import type { Made, Reproduction, ReproductionRow } from '../reproduction.ts';

const EPSILONS = [0.1, 0.075, 0.05, 0.025];

/** One way to take the sample, and which of its two values is drawn. */
interface Curve {
  readonly name: string;
  readonly sampling: (query: PropertyQuery, rate: number) => Sampling;
  readonly value: 'bound' | 'exact';
}

const subset: Curve['sampling'] = ({ entries }, rate) => ({
  kind: 'without-replacement',
  size: Math.round(rate * entries),
});

const poisson =
  (sizePublic: boolean): Curve['sampling'] =>
  (_, rate) => ({ kind: 'poisson', rate, sizePublic });

const RATES = [0.02, 0.05, ...evenly(0.1, 0.9, 17), 0.95, 0.98];

export const withoutReplacement: Reproduction = {
  name: 'paper-2-figure-2',
  paper: 'BR25',
  title: 'Figure 2: sampling without replacement, 1000 entries',
  says: 'On 1000 entries of probability 1/2 sampling without replacement lowers delta at every rate, less for smaller epsilon.',
  make: () => {
    const curves: Curve[] = [
      { name: 'the theorem', sampling: subset, value: 'bound' },
      { name: 'exactly', sampling: subset, value: 'exact' },
    ];
    return ratios({ entries: 1000, probability: 0.5 }, curves);
  },
};

export const poissonSampling: Reproduction = {
  name: 'paper-2-figure-3',
  paper: 'BR25',
  title: 'Figure 3: Poisson sampling, 100 entries',
  says: 'On 100 entries Poisson sampling lowers delta as sampling without replacement does, less for smaller epsilon.',
  make: () => {
    const curves: Curve[] = [
      { name: 'the theorem', sampling: poisson(false), value: 'bound' },
      { name: 'exact, public sample size', sampling: poisson(true), value: 'exact' },
      { name: 'exact, secret sample size', sampling: poisson(false), value: 'exact' },
    ];
    return ratios({ entries: 100, probability: 0.5 }, curves);
  },
};

function ratios(query: PropertyQuery, curves: readonly Curve[]): Made {
  const rows = EPSILONS.flatMap(epsilon =>
    RATES.map(rate => {
      const values = curves.map(({ name, sampling, value }) => {
        const { delta } = propertyDelta(query, sampling(query, rate))(epsilon);
        return [name, delta[value] / delta.unsampled] as const;
      });
      return { epsilon, rate, ...Object.fromEntries(values) } as ReproductionRow;
    }),
  );
  const at = (epsilon: number, rate: number, name: string): number =>
    Number(rows.find(row => row.epsilon === epsilon && row.rate === rate)?.[name]);
  const exact = curves.at(-1)?.name ?? '';
  return {
    gets: `At rate 0.1 the theorem leaves ${said(at(0.1, 0.1, 'the theorem'))} of delta at epsilon 0.1 and ${said(at(0.025, 0.1, 'the theorem'))} at 0.025; exactly it is ${said(at(0.1, 0.1, exact))} and ${said(at(0.025, 0.1, exact))}.`,
    differs:
      'The dashed curves are the bound shown in the paper; the exact values, which the paper does not have, lie below it, far below at small rates.',
    rows,
    figure: { panels: EPSILONS.map(epsilon => panel(epsilon, rows, curves)) },
  };
}

const panel = (epsilon: number, rows: readonly ReproductionRow[], curves: readonly Curve[]): Panel => ({
  title: `epsilon ${epsilon}`,
  subtitle: 'delta with sampling, divided by delta without',
  x: { label: 'sampling rate', domain: [0, 1] },
  y: { label: 'ratio of deltas', domain: [0, 1] },
  series: curves.map(
    ({ name, value }): Line => ({
      kind: 'line',
      name,
      dashed: value === 'bound',
      points: rows.filter(row => row.epsilon === epsilon).map(row => ({ x: Number(row.rate), y: Number(row[name]) })),
    }),
  ),
});
