/** All that is computed for requests without touching data: plain data in, plain data out, so that any thread can do it. */
import { account, inversePrice, type PriceRequest, parseSpecification, price } from '../../accounting/index.ts';
import { explainOrdered } from '../../answer.ts';
import { planCollection } from '../../collect/index.ts';
import { forecast } from '../../forecast/index.ts';
import type { Watching } from '../../thread/index.ts';
import { Refusal, type RefusalCode } from '../../vocabulary/index.ts';
import { collectionOf } from './collection.ts';
import { countPrivacyOf } from './count-privacy.ts';
import { errorsByRateOf } from './errors-by-rate.ts';
import { readPlan, readSql } from './read-question.ts';
import { releaseChancesOf } from './release-chances.ts';
import { supposedPopulation } from './supposed-population.ts';

const WORK = {
  // read there too: a long one takes longer than others should wait
  account: (specification: unknown) => account(parseSpecification(specification)),
  explain: explainOrdered,
  forecast,
  planCollection,
  price,
  inversePrice,
  priceRates: (requests: readonly PriceRequest[]) => requests.map(price),
  releaseChances: releaseChancesOf,
  countPrivacy: countPrivacyOf,
  readPlan,
  readSql,
  errorsByRate: errorsByRateOf,
  collection: collectionOf,
  supposedPopulation,
};

type Work = typeof WORK;
export type WorkKind = keyof Work;
export type WorkInput<Kind extends WorkKind> = Parameters<Work[Kind]>[0];
export type Computed<Kind extends WorkKind> = Awaited<ReturnType<Work[Kind]>>;

export interface WorkOrder<Kind extends WorkKind = WorkKind> {
  readonly kind: Kind;
  readonly asked: WorkInput<Kind>;
}

/** What a thread says to an order: refusals do not survive the way as themselves. */
export type Word =
  | { readonly answer: unknown }
  | { readonly refused: { readonly code: RefusalCode; readonly message: string } };

export async function wordOn({ kind, asked }: WorkOrder, watching: Watching = {}): Promise<Word> {
  try {
    // an order pairs each kind with what is asked of just that kind: the compiler cannot follow a pair through a lookup
    return { answer: await (WORK[kind] as (asked: unknown, watching: Watching) => unknown)(asked, watching) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { refused: { code: thrown.code, message: thrown.message } };
    if (thrown instanceof RangeError) return { refused: { code: 'specification_too_large', message: TOO_LARGE } };
    throw thrown;
  }
}

/** So the engine names lists that no memory holds. */
const TOO_LARGE = 'This needs more memory than is available. Use smaller counts, sizes, members or parts.';
