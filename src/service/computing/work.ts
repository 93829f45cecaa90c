/** All that is computed for requests without touching data: plain data in, plain data out, so that any thread can do it. */
import { account, inversePrice, type PriceRequest, price } from '../../accounting/index.ts';
import { explainOrdered } from '../../answer.ts';
import { planCollection } from '../../collect/index.ts';
import { forecast } from '../../forecast/index.ts';
import { fromSql } from '../../query/index.ts';
import type { Policy } from '../../source/index.ts';
import { Refusal, type RefusalCode } from '../../vocabulary/index.ts';
import { countPrivacyOf } from './count-privacy.ts';
import { errorsByRateOf } from './errors-by-rate.ts';
import { observedCollection } from './observed-collection.ts';
import { releaseChancesOf } from './release-chances.ts';
import { supposedPopulation } from './supposed-population.ts';

const WORK = {
  account,
  explain: explainOrdered,
  forecast,
  planCollection,
  price,
  inversePrice,
  priceRates: (requests: readonly PriceRequest[]) => requests.map(price),
  releaseChances: releaseChancesOf,
  countPrivacy: countPrivacyOf,
  readSql: ({ text, policy }: { readonly text: string; readonly policy: Policy }) => fromSql(text, policy),
  errorsByRate: errorsByRateOf,
  observedCollection,
  supposedPopulation,
};

type Work = typeof WORK;
export type WorkKind = keyof Work;
export type Asked<Kind extends WorkKind> = Parameters<Work[Kind]>[0];
export type Computed<Kind extends WorkKind> = Awaited<ReturnType<Work[Kind]>>;

export interface Order<Kind extends WorkKind = WorkKind> {
  readonly kind: Kind;
  readonly asked: Asked<Kind>;
}

/** What a thread says to an order: refusals do not survive the way as themselves. */
export type Word =
  | { readonly answer: unknown }
  | { readonly refused: { readonly code: RefusalCode; readonly message: string } };

export async function wordOn({ kind, asked }: Order): Promise<Word> {
  try {
    // an order pairs each kind with what is asked of just that kind: the compiler cannot follow a pair through a lookup
    return { answer: await (WORK[kind] as (asked: unknown) => unknown)(asked) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { refused: { code: thrown.code, message: thrown.message } };
    if (thrown instanceof RangeError) return { refused: { code: 'specification_too_large', message: TOO_LARGE } };
    throw thrown;
  }
}

/** So the engine names lists that no memory holds. */
const TOO_LARGE = 'This needs more memory than there is. Ask with smaller numbers: counts, sizes, members or parts.';
