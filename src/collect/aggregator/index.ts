/** An aggregator: takes shares of people's answers, and tells the collector one noisy total. One process, one store. */
export type { LogLine } from './log-line.ts';
export { readSecrets, type Secrets } from './secrets.ts';
export { type Aggregator, buildAggregator } from './server.ts';
export { openSqliteStore } from './sqlite-store.ts';
