/** `when(...).otherwise(...)`: one of several values, by conditions; the first that holds decides. */
import type { ValueType } from '../plan/expressions/index.ts';
import type { LiteralInput } from './literal.ts';
import type { Condition, NumberTerm, Term, TextTerm } from './term.ts';
import { operandOf, termOf } from './term-maker.ts';
import { choose, isTyped, typedIn } from './typed.ts';

type Result = LiteralInput | Term;

export interface CaseBuilder<Value extends Result> {
  when<const Next extends Result>(condition: Condition, result: Next): CaseBuilder<Value | Next>;
  otherwise<const Last extends Result>(value: Last): Chosen<Value | Last>;
}

/** Texts that are spelled out are a public list, and can be grouped by. */
export type Chosen<Value> = [Value] extends [string]
  ? TextTerm<Value>
  : [Value] extends [number | bigint | NumberTerm]
    ? NumberTerm
    : [Value] extends [boolean]
      ? Condition
      : Extract<Value, Term>;

/** Begins a choice between values (CASE), which `otherwise` ends. */
export const when = <const Value extends Result>(condition: Condition, result: Value): CaseBuilder<Value> =>
  choice([{ condition, result }]);

interface Case {
  readonly condition: Condition;
  readonly result: Result;
}

const choice = <Value extends Result>(cases: readonly Case[]): CaseBuilder<Value> =>
  Object.freeze<CaseBuilder<Value>>({
    when: (condition, result) => choice([...cases, { condition, result }]),
    otherwise: <Last extends Result>(value: Last) => {
      const type = typeOfAll([...cases.map(({ result }) => result), value]);
      const branches = cases.map(({ condition, result }) => ({
        when: typedIn(condition),
        result: operandOf(type, result),
      }));
      // The compiler's answer follows the same rule as `typeOfAll`.
      return termOf(choose(branches, operandOf(type, value))) as unknown as Chosen<Value | Last>;
    },
  });

/** A term decides what plain values beside it are; without one they decide themselves. */
function typeOfAll(results: readonly Result[]): ValueType {
  const term = results.find((result): result is Term => isTyped(result));
  if (term !== undefined) return term.type;
  const [first] = results;
  return typeof first === 'string' ? 'text' : typeof first === 'boolean' ? 'boolean' : 'number';
}
