/** The accountant's entry point: a specification in, one answer for each question out. */
import type { Bracket } from '../vocabulary/index.ts';
import { type Account, deltaAt, epsilonAt, renyiAt, tradeOffAt } from './loss/accountant.ts';
import { noiseFor, rateFor } from './loss/calibration.ts';
import { type Ask, parseSpecification, type Specification, type SpecificationInput } from './specification.ts';

/** Both ends of a number that was searched for. */
export interface FoundBracket {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The answer to a question about a workload, under the name of the question. */
export type Answer =
  | { readonly epsilon: Bracket }
  | { readonly delta: Bracket }
  | { readonly tradeOff: readonly { readonly falsePositiveRate: number; readonly falseNegativeRate: FoundBracket }[] }
  | { readonly renyi: readonly { readonly order: number; readonly upper: number | null }[] }
  | { readonly noise: FoundBracket }
  | { readonly rate: FoundBracket };

/** The privacy cost of a workload, with `lower <= truth <= upper` always. A list of questions returns a list. */
export function account(specification: SpecificationInput | Specification): Answer | readonly Answer[] {
  const { ask, ...workload } = parseSpecification(specification);
  return isList(ask) ? ask.map(each => answer(workload, each)) : answer(workload, ask);
}

const isList = (ask: Ask | readonly Ask[]): ask is readonly Ask[] => Array.isArray(ask);

function answer(workload: Account, ask: Ask): Answer {
  if ('epsilonAt' in ask) return { epsilon: epsilonAt(workload, ask.epsilonAt.delta) };
  if ('deltaAt' in ask) return { delta: deltaAt(workload, ask.deltaAt.epsilon) };
  if ('tradeOff' in ask) {
    const rates = ask.tradeOff.falsePositiveRates;
    const sides = tradeOffAt(workload, rates);
    return { tradeOff: rates.map((rate, i) => ({ falsePositiveRate: rate, falseNegativeRate: sides[i] })) };
  }
  if ('renyi' in ask) {
    const uppers = renyiAt(workload, ask.renyi.orders);
    return { renyi: ask.renyi.orders.map((order, i) => ({ order, upper: uppers[i] })) };
  }
  if ('noiseFor' in ask) return { noise: noiseFor(workload, ask.noiseFor) };
  return { rate: rateFor(workload, ask.rateFor) };
}
