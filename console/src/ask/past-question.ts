/** A question of the ledger, in words and as one that can be asked again. */
import type { PastQuestionJson } from '../../../src/service/contract/answers.ts';
import type { QuestionBody } from '../api.ts';
import { planSql } from './plan-sql.ts';
import { planWords } from './plan-words.ts';

interface RecordedQuestion {
  readonly plan?: unknown;
  /** Exact, as text. */
  readonly epsilon?: unknown;
  readonly delta?: unknown;
  readonly rho?: unknown;
}

const plansOf = ({ question }: PastQuestionJson): readonly unknown[] => {
  const { plan } = question as RecordedQuestion;
  return Array.isArray(plan) ? plan : [plan];
};

export function pastWords(past: PastQuestionJson): string {
  const plans = plansOf(past);
  const words = plans.map(plan => planWords(plan, '')).filter(text => text !== '');
  const sentence = words.length === plans.length ? words.join('; ') : past.words.replaceAll('\n', '; ');
  return sentence === '' ? past.tables.join(', ') : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Undefined where it cannot be written as one question in SQL. */
export function pastQuestionBody(past: PastQuestionJson, units: ReadonlyMap<string, string>): QuestionBody | undefined {
  const plans = plansOf(past);
  const sql = plans.length === 1 ? planSql(plans[0], units) : undefined;
  if (sql === undefined) return undefined;
  const { epsilon, delta, rho } = past.question as RecordedQuestion;
  if (isDecimal(rho)) return { sql, rho };
  const limit = isDecimal(epsilon) ? epsilon : String(past.charged.epsilon ?? '');
  return { sql, epsilon: limit, ...(isDecimal(delta) && Number(delta) > 0 && { delta }) };
}

const isDecimal = (text: unknown): text is string => typeof text === 'string' && /^[\d.e+-]+$/.test(text);
