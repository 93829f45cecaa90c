/** What the ledger says to a question: an answer from before, or permission to run it, for a charge that is durable. */
import type { State } from '../ledger/index.ts';
import { drawsOf } from '../plan/index.ts';
import { decided, recordedSize } from './decision.ts';
import type { Deployment } from './deployment.ts';
import { candidatesFor, eraseUnused, knownDraws, type Present, placedDraws } from './draws.ts';
import type { Question } from './question.ts';
import { type Detail, decisionOf, requestOf } from './receipt.ts';
import type { Workload } from './workload.ts';

/** A question that was answered before, of the data as they still are; its draws are then all known. */
export async function repeated(question: Question, asked: Workload, { ledger }: Deployment, present: Present) {
  // another process may have retired a name since we looked, and drawn it anew
  return ledger.repeated(state => {
    const draws = knownDraws(drawsOf(asked.whole), state, present);
    return draws && requestOf(question, asked, draws, present, true);
  });
}

/** Allowance and charge are decided inside the transaction that writes them: nobody spends in between. */
export async function reserved(question: Question, asked: Workload, { ledger }: Deployment, present: Present) {
  const draws = drawsOf(asked.whole);
  const candidates = candidatesFor(draws, ledger.state(), ledger.keys, present);
  // another process may have drawn the same name since we looked
  const placed = (state: State) => placedDraws(draws, state, candidates, present);
  const sizeMatters = recordedSize(asked.whole, ledger.state(), present.states) !== undefined;
  try {
    const hold = await ledger.reserve(
      state => requestOf(question, asked, placed(state), present, sizeMatters),
      state => decisionOf(asked, decided(question, asked, placed(state), state, present.states)),
    );
    return { hold, detail: (hold.kind === 'hold' ? hold.detail : null) as unknown as Detail };
  } finally {
    await eraseUnused(candidates, ledger); //                                  the chain knows which keys it was told of
  }
}
