/** An aggregator: takes shares of people's answers, and tells the collector one noisy total. Its store is a file or a database. */
export type { LogLine } from './log-line.ts';
export { openNoiseKey } from './noise-key.ts';
export { openPostgresStore } from './postgres/store.ts';
export { readSecrets, type Secrets } from './secrets.ts';
export { type Aggregator, buildAggregator } from './server.ts';
export { openSqliteStore } from './sqlite-store.ts';
export type { ReportStore } from './store.ts';
export { requireVerification } from './verifier.ts';
