/** Sampling schemes as what they do to a sum; another scheme is an entry here. */
import { binomialLaw } from '../law.ts';
import type { Sampling } from '../sampling.ts';
import { innerEpsilon } from '../templates/template.ts';
import type { Fineness, SumModel, Worlds } from './world.ts';
import { worstValues } from './worst-values.ts';

type Scheme<Kind extends Sampling['kind']> = Extract<Sampling, { kind: Kind }>;

interface SumTemplate<One extends Sampling> {
  /** What may be released, exactly. */
  worlds(model: SumModel, entries: number, sampling: One): Worlds;
  /** The delta that the paper's theorem promises, rounded up. */
  bound(model: SumModel, entries: number, sampling: One): (epsilon: number) => number;
}

const sumTemplates: { readonly [Kind in Sampling['kind']]: SumTemplate<Scheme<Kind>> } = {
  everything: {
    worlds: (model, entries) => wholeWorlds(model, entries),
    bound: (model, entries) => upperOf(wholeWorlds(model, entries)),
  },
  'without-replacement': {
    worlds: (model, entries, { size }) =>
      size === entries
        ? wholeWorlds(model, entries)
        : { each: [model.subset(size, size / entries, 'fine')], granted: 0, values: model.values, endsAreWorst: false },
    bound(model, entries, { size }) {
      const inside = upperOf(wholeWorlds(model, size));
      return epsilon => (size / entries) * inside(innerEpsilon(epsilon, size / entries)) * ROUNDED_UP;
    },
  },
  poisson: {
    worlds: (model, entries, { rate, sizePublic }) =>
      sizePublic
        ? sizedWorlds(model, entries, rate)
        : { each: [model.coins(entries, rate)], granted: 0, values: model.values, endsAreWorst: false },
    bound: poissonBound,
  },
  'with-replacement': {
    worlds: (model, entries, { size }) => ({
      each: [model.draws(entries, size)],
      granted: 0,
      values: model.values,
      endsAreWorst: false,
    }),
    bound: drawsBound,
  },
};

export const sumTemplate = ({ kind }: Sampling): SumTemplate<Sampling> => sumTemplates[kind] as SumTemplate<Sampling>;

const ROUNDED_UP = 1 + 2 ** -45;

/** By how often the critical entry is drawn, as for counts; it is held against enumeration, for the theorem's condition fails. */
function drawsBound(
  model: SumModel,
  entries: number,
  { size }: Scheme<'with-replacement'>,
): (epsilon: number) => number {
  const { moving, reach } = model.draws(entries, size);
  const rate = -Math.expm1(size * Math.log1p(-1 / entries)) * ROUNDED_UP;
  const ways = moving.map(({ chance, ...way }) => ({
    chance,
    worlds: {
      each: [{ weight: 1, moving: [{ ...way, chance: 1 }], still: undefined, reach }],
      granted: 0,
      values: model.values,
      endsAreWorst: false,
    },
  }));
  return epsilon => {
    const inner = innerEpsilon(epsilon, Math.min(1, rate));
    return ways.reduce((sum, { chance, worlds }) => sum + chance * worstValues(worlds, inner).upper, 0) * ROUNDED_UP;
  };
}

/**
 * The sum over all entries.
 *   Says     where the others' sum is log-concave, no two values of the range are easier to distinguish than its ends
 *   Assumes  entries are independent and log-concave, and so is their sum
 *   Rounds   not at all
 *   Source   [Ibragimov56] for sums; then f(x−v)/f(x−w) is monotone in x, the best events are half-lines, and the chance of a
 *            half-line is monotone in v and in w
 */
export function wholeWorlds(model: SumModel, entries: number, fineness: Fineness = 'fine'): Worlds {
  return {
    each: [model.everything(entries, fineness)],
    granted: 0,
    values: model.values,
    endsAreWorst: model.logConcave,
  };
}

const upperOf =
  (worlds: Worlds) =>
  (epsilon: number): number =>
    worstValues(worlds, epsilon).upper;

interface Sizes {
  readonly likely: readonly { readonly size: number; readonly chance: number }[];
  /** The chance that the critical entry is in a sample of another size. */
  readonly granted: number;
}

/** Sizes of a Poisson sample that matter. An empty sample tells nothing; an unlikely one may tell everything. */
function sizesOf(entries: number, rate: number, sizeMin: number): Sizes {
  const { first, masses, outside } = binomialLaw(entries, rate);
  const all = Array.from(masses, (chance, i) => ({ size: first + i, chance: chance * ROUNDED_UP }));
  const matters = ({ size, chance }: { size: number; chance: number }): boolean => size >= sizeMin && chance > 1e-13;
  return {
    likely: all.filter(matters),
    granted: all
      .filter(each => !matters(each))
      .reduce((sum, { size, chance }) => sum + (chance * size) / entries, outside),
  };
}

/** Given its size, a Poisson sample is one without replacement. */
function sizedWorlds(model: SumModel, entries: number, rate: number): Worlds {
  const { likely, granted } = sizesOf(entries, rate, model.sizeMin);
  return {
    each: likely.map(({ size, chance }) => ({
      ...(size === entries ? model.everything(size, 'coarse') : model.subset(size, size / entries, 'coarse')),
      weight: chance,
    })),
    granted,
    values: model.values,
    endsAreWorst: false,
  };
}

function poissonBound(model: SumModel, entries: number, { rate }: Scheme<'poisson'>): (epsilon: number) => number {
  const { likely, granted } = sizesOf(entries, rate, model.sizeMin);
  const insides = likely.map(({ size, chance }) => ({
    chance,
    share: size / entries,
    inside: upperOf(wholeWorlds(model, size, 'coarse')),
  }));
  return epsilon =>
    insides.reduce(
      (sum, { chance, share, inside }) => sum + chance * share * inside(innerEpsilon(epsilon, share)),
      granted,
    ) * ROUNDED_UP;
}
