/** What the ledger says to a question: an answer from before, or permission to run it, for a charge that is durable. */
import { drawsOf } from '../plan/index.ts';
import { decided } from './decision.ts';
import type { Deployment } from './deployment.ts';
import { candidatesFor, eraseUnused, knownDraws, placedDraws } from './draws.ts';
import type { Question } from './question.ts';
import { type Detail, decisionOf, requestOf } from './receipt.ts';
import type { Workload } from './workload.ts';

/** A question that was answered before; its draws are then all known. */
export async function repeated(question: Question, asked: Workload, { policy, ledger }: Deployment) {
  const draws = knownDraws(drawsOf(asked.whole), ledger.state(), policy.source.version ?? null);
  return draws && ledger.repeated(requestOf(question, asked, draws, policy));
}

/** Allowance and charge are decided inside the transaction that writes them: nobody spends in between. */
export async function reserved(question: Question, asked: Workload, { policy, ledger }: Deployment) {
  const draws = drawsOf(asked.whole);
  const version = policy.source.version ?? null;
  const candidates = candidatesFor(draws, ledger.state(), ledger.keys, version);
  const placed = placedDraws(draws, ledger.state(), candidates, version);
  try {
    const hold = await ledger.reserve(requestOf(question, asked, placed, policy), state => {
      const now = placedDraws(draws, state, candidates, version);
      return decisionOf(asked, decided(question, asked, now, state, version));
    });
    return { hold, detail: (hold.kind === 'hold' ? hold.detail : null) as unknown as Detail };
  } finally {
    await eraseUnused(candidates, ledger); //                                  the chain knows which keys it was told of
  }
}
