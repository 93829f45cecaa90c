/** What the release of a campaign costs everybody who took part, and the ledger that must have written it down before. */
import { amounts, type ExactLoss } from '../../amounts/index.ts';
import type { Json } from '../../json/index.ts';
import { type Decision, type Ledger, openLedger, type ReservationRequest } from '../../ledger/index.ts';
import { ledgerPlace } from '../../ledger/places/index.ts';
import { type Campaign, valuesOf } from '../protocol/index.ts';
import { releasedEpsilon } from '../views/index.ts';

/** Charges have so many decimals. */
const PLACES = 12;

export function chargeOf({ answers, sampling, noise }: Campaign): ExactLoss {
  if (noise === null) return { epsilon: amounts.none, delta: amounts.written(noiselessDelta(sampling)) };
  const epsilon = releasedEpsilon({ values: valuesOf(answers), sampling, noiseEpsilon: noise.epsilon });
  return { epsilon: amounts.rounded(epsilon, PLACES, 'up'), delta: amounts.none };
}

/**
 * What exact differences cost whoever they fail.
 *   Says     exact differences are (0, π_s), and no epsilon has a smaller delta if only one person has a value
 *   Assumes  replace-one; nothing else of either round is released, and the batch only once
 *   Rounds   nothing
 *   Source   a person who is not sampled changes nothing: the two releases can be drawn equal with probability 1 − π_s
 */
export const noiselessDelta = (sampling: number): number => sampling;

export interface CollectLedger {
  /** `sqlite:FILE` or `postgres:env:NAME`. */
  readonly address: string;
  readonly folder: string;
  /** For all campaigns that ask the same people; it cannot be changed later, only granted more. */
  readonly budget: ExactLoss;
  readonly clock: () => Date;
  /** Writes in a thread of its own, as a server does. */
  readonly apart?: boolean;
}

export const openCollectLedger = ({ address, folder, budget, clock, apart }: CollectLedger): Promise<Ledger> =>
  openLedger({
    place: ledgerPlace(address, folder),
    clock,
    apart,
    policy: {
      fingerprint: `people who are asked, ${amounts.text(budget.epsilon)}, ${amounts.text(budget.delta)}`,
      budget,
      analysts: new Map(),
      tables: new Map(),
    },
  });

/** The same plan is the same question: it is charged once, and answered again at no cost. */
export const requestOf = (plan: Json, charge: ExactLoss): ReservationRequest => ({
  analyst: 'collector',
  question: { plan, limit: charge, inner: null, sample: null, sourceVersion: null, state: null },
  tables: [],
  fresh: false,
  idempotencyKey: null,
  anyState: true,
});

/** People who are asked are no table that is sampled further: nothing but the budget counts it. */
export const decisionOf = (charge: ExactLoss, detail: Json = null): Decision => ({
  charge,
  nodes: new Map(),
  creates: [],
  detail,
});

/** What the charge of a campaign follows from: kept with it, so that it can be recomputed without the campaign's file. */
export const pricedBy = ({ answers, sampling, noise }: Campaign): Json => ({
  values: valuesOf(answers),
  sampling,
  noise: noise?.epsilon ?? null,
});
