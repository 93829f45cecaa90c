/** Everything that is known of a question before any row is read: a forecast of its charge, its error and its SQL. */
import { amounts, type State } from '../ledger/index.ts';
import { type CheckedPlan, check, drawsOf, samplingOf, sharesOf } from '../plan/index.ts';
import type { Policy } from '../source/index.ts';
import { lower, presumedCatalogue, shown } from '../sql/index.ts';
import { type Decided, decided } from './decision.ts';
import { type DerivationStep, derivationSteps } from './derivation.ts';
import { placedDraws } from './draws.ts';
import type { Question } from './question.ts';
import { type Amounts, toldLoss } from './receipt.ts';
import { expectedErrors } from './telling.ts';

export interface Explained {
  readonly charged: Amounts;
  readonly inner: Amounts;
  readonly steps: readonly DerivationStep[];
  readonly error: {
    readonly noise: Readonly<Record<string, number>>;
    readonly sampling: Readonly<Record<string, number>> | null;
  };
  readonly sql: string;
}

export type Accounts = Pick<State, 'nodes' | 'sizes' | 'samples'>;

/** Where nothing was spent yet. */
export const unspent: Accounts = { nodes: new Map(), sizes: new Map(), samples: new Map() };

export function explained(question: Question, policy: Policy, accounts: Accounts): Explained {
  const checked = check(question.plan, policy);
  const decision = forecast(question, checked, policy, accounts);
  const { inner, charge, increments } = decision;
  const mechanisms = sharesOf(checked, { epsilon: inner.epsilon, delta: amounts.number(inner.delta, 'down') });
  const version = policy.source.version ?? null;
  const sampling = samplingOf(checked, accounts.sizes.get(checked.table)?.get(version));
  const dialect = policy.source.engine === 'postgres' ? 'postgres' : 'duckdb';
  const secret = '0'.repeat(64);
  const target = {
    dialect,
    catalogue: presumedCatalogue(checked),
    key: secret,
    drawKeys: decision.draws.map(() => secret),
  } as const;
  return {
    charged: toldLoss(charge, 'up'),
    inner: toldLoss(inner, 'up'),
    steps: derivationSteps(checked, increments, mechanisms),
    error: { noise: expectedErrors(checked, mechanisms, sampling), sampling: null },
    sql: lower(checked, target).map(shown).join(';\n'),
  };
}

/** New names are drawn in thought: nothing depends on which key they get. */
function forecast(question: Question, checked: CheckedPlan, policy: Policy, accounts: Accounts): Decided {
  const draws = drawsOf(checked);
  const version = policy.source.version ?? null;
  const candidates = new Map(draws.map(({ place }) => [place, `${place}`.padEnd(64, '0')]));
  return decided(question, checked, placedDraws(draws, accounts, candidates, version), accounts, version);
}
