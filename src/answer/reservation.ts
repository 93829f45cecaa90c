/** What the ledger says to a question: an answer from before, or permission to run it, for a charge that is durable. */
import type { Hold, Recorded, ReservationRequest, State } from '../ledger/index.ts';
import type { Plan } from '../plan/index.ts';
import { decided, recordedSize } from './decision.ts';
import type { Deployment } from './deployment.ts';
import { type Present, prepareKeys, type ResolvedDraws, resolvedDraws } from './draws.ts';
import { type AskOptions, type Question, questionOf } from './question.ts';
import { decisionOf, type Priced, pricedBy, pricedIn, requestOf, rulesIn } from './receipt.ts';
import { type CheckedWorkload, checkExtent, checkQuestion, checkTogether } from './workload.ts';

/** A question on its way to the ledger. */
export interface Asking {
  readonly question: Question;
  readonly asked: CheckedWorkload;
  readonly present: Present;
  readonly draws: ResolvedDraws;
  /** Which request it is: of which draws depends on the state of the ledger. Built once in each. */
  readonly requestIn: (state: State) => ReservationRequest;
}

export function askingOf(question: Question, asked: CheckedWorkload, present: Present): Asking {
  const draws = resolvedDraws(asked.draws, present);
  let last: { readonly placed: ReturnType<ResolvedDraws['placed']>; readonly request: ReservationRequest } | undefined;
  const requestIn = (state: State): ReservationRequest => {
    const placed = draws.placed(state);
    if (last?.placed !== placed) {
      const sizeMatters = recordedSize(asked.whole, state, present.states) !== undefined;
      last = { placed, request: requestOf(question, asked, placed, present, sizeMatters) };
    }
    return last.request;
  };
  return { question, asked, present, draws, requestIn };
}

/** A question that was answered before, of the data as they still are; its draws are then all known. */
export const repeated = ({ draws, requestIn }: Asking, { ledger }: Pick<Deployment, 'ledger'>) =>
  // another process may have retired a name since we looked, and drawn it anew
  ledger.repeated(state => draws.known(state) && requestIn(state));

/** A hold with what was priced, or the answer that was recorded meanwhile. */
type Reserved = { readonly hold: Recorded } | PaidQuestion;

export interface PaidQuestion {
  readonly hold: Hold;
  readonly priced: Priced;
  /** As it was checked when it was charged: by the rules of then. */
  readonly paid: CheckedWorkload;
}

/** Allowance and charge are decided inside the transaction that writes them: nobody spends in between. */
export async function reserved(
  { question, asked, present, draws, requestIn }: Asking,
  { ledger, policy }: Pick<Deployment, 'ledger' | 'policy'>,
): Promise<Reserved> {
  let priced: Priced | undefined;
  try {
    await prepareKeys(draws, ledger);
    const hold = await ledger.reserve(requestIn, state => {
      // another process may have drawn the same name since we looked
      const decision = decided(question, asked, draws.placed(state), state, present.states);
      priced = pricedBy(asked, decision);
      return decisionOf(priced, decision);
    });
    if (hold.kind === 'recorded') return { hold };
    // how a resumed question was priced only the ledger knows
    if (!hold.resumed && priced !== undefined) return { hold, priced, paid: asked };
    const paid = checkTogether(question.plans, policy, rulesIn(hold.detail));
    return { hold, priced: pricedIn(hold.detail, paid), paid };
  } finally {
    await draws.eraseUnused(ledger); //                                        the chain knows which keys it was told of
  }
}

/** Whether a question was answered before, of the data as they still are: asked again it is free, whatever is left. */
export async function isRecorded(
  plan: Plan,
  options: AskOptions,
  analyst: string,
  deployment: Deployment,
): Promise<boolean> {
  const question = questionOf([plan], options, analyst);
  const asked = checkQuestion(question, deployment.policy);
  checkExtent(asked, deployment.limits);
  return (await repeated(askingOf(question, asked, await deployment.present()), deployment)) !== undefined;
}
