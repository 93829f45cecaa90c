/** Two doors, one plan: questions typed in TypeScript, and questions in SQL. */
export {
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
export type { Question } from './question.ts';
export { fromSql } from './sql/select.ts';
export type { TableQuery } from './table.ts';
