/** Two entry points, one plan: questions typed in TypeScript, and questions in SQL. */
export { bernoulli, fixedSize, fraction, stratified } from '../plan/index.ts';
export {
  bounds,
  count,
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
export type { Caps } from './question.ts';
export { fromSql } from './sql/select.ts';
export { loadSqlParser } from './sql/statement.ts';
