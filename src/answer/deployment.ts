/** Where questions are answered: one policy, its data, its ledger, and secret randomness. */
import { type Engine, openEngine } from '../engine/index.ts';
import { type Ledger, type LedgerPolicy, openLedger } from '../ledger/index.ts';
import { type Below, systemEntropy, uniform } from '../random/index.ts';
import { fingerprint, loadPolicy, type Policy, type PolicyInput } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';

export interface Deployment {
  readonly policy: Policy;
  readonly ledger: Ledger;
  readonly below: Below;
  /** Opens the data on first use: what is refused before needs no data. */
  engine(): Promise<Engine>;
  close(): Promise<void>;
}

/** Opens policy and ledger; the data waits for the first question. */
export async function deploy(policy: string | PolicyInput): Promise<Deployment> {
  const loaded = await loadPolicy(policy);
  const ledger = await ledgerOf(loaded);
  let engine: Promise<Engine> | undefined;
  return {
    policy: loaded,
    ledger,
    below: uniform(systemEntropy()),
    engine: () => {
      engine ??= openEngine(loaded).catch(thrown => {
        // a file that is missing now may be there for the next question
        engine = undefined;
        throw thrown;
      });
      return engine;
    },
    async close() {
      await ledger.close();
      if (engine !== undefined) await (await engine).close();
    },
  };
}

function ledgerOf(policy: Policy): Promise<Ledger> {
  const place = policy.ledger;
  if (place.kind !== 'sqlite')
    return refuse('ledger_unsupported', 'Ledgers in PostgreSQL are not built yet. Use sqlite:FILE.');
  return openLedger({
    address: `sqlite:${place.path}`,
    folder: '/',
    policy: ledgerPolicy(policy),
    clock: () => new Date(),
  });
}

/** What the ledger must know of a policy. */
function ledgerPolicy(policy: Policy): LedgerPolicy {
  const limit = ({ epsilon, delta }: Policy['budget']) => ({ epsilon: epsilon.exact, delta: delta.exact });
  const limits = (budgets: Iterable<[string, Policy['budget'] | undefined]>) =>
    new Map([...budgets].flatMap(([name, budget]) => (budget === undefined ? [] : [[name, limit(budget)] as const])));
  return {
    fingerprint: fingerprint(policy),
    budget: { epsilon: policy.budget.epsilon.exact, delta: policy.budget.delta.exact },
    analysts: limits(Object.entries(policy.analysts)),
    tables: limits(
      Object.entries(policy.tables).map(([name, table]) => [name, 'budget' in table ? table.budget : undefined]),
    ),
  };
}
