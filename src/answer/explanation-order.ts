/** A question to be explained elsewhere: all that its forecast needs, as plain data that another thread can be sent. */
import type { State } from '../ledger/index.ts';
import type { Plan } from '../plan/index.ts';
import type { Policy } from '../source/index.ts';
import type { Deployment } from './deployment.ts';
import { type Explained, type ExplainOptions, explained } from './explanation.ts';
import { type Question, questionOf } from './question.ts';

export interface ExplanationOrder {
  readonly question: Question;
  readonly policy: Policy;
  readonly state: State;
  readonly rates: ExplainOptions['rates'];
}

/** A ledger goes on while others read: what is sent is its state of now. */
export function explanationOrder(
  plan: Plan,
  options: ExplainOptions,
  analyst: string,
  { policy, ledger }: Deployment,
): ExplanationOrder {
  const { entries, head, policy: known, budget, spent, nodes, analysts, tables, samples, sizes } = ledger.state();
  return {
    // nobody stops a forecast by a signal, and none can be sent
    question: { ...questionOf([plan], options, analyst), signal: undefined },
    policy,
    state: {
      entries,
      head,
      policy: known,
      budget,
      spent,
      nodes,
      analysts,
      tables,
      samples,
      sizes,
      // no price looks at what is gone
      retired: new Map(),
      releases: new Map(),
    },
    rates: options.rates,
  };
}

export const explainOrdered = ({ question, policy, state, rates }: ExplanationOrder): Explained =>
  explained(question, policy, state, rates);
