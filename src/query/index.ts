/** Two entry points, one plan: questions typed in TypeScript, and questions in SQL. */
export { bernoulli, fixedSize, fraction } from '../plan/operators/index.ts';
export {
  bounds,
  count,
  countDistinct,
  covariance,
  histogram,
  max,
  mean,
  median,
  min,
  quantile,
  standardDeviation,
  sum,
  units,
  variance,
} from './aggregate.ts';
export { when } from './choice.ts';
export { type Query, query } from './query.ts';
export type { AnswerShape, Caps, VerbsFor } from './question.ts';
export { fromSql } from './sql/select.ts';
export { loadSqlParser } from './sql/statement.ts';
