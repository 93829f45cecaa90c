/** The collector: opens and closes rounds, pays for the release, and publishes estimates of what the aggregators told. */
export type { Collecting } from './calls.ts';
export { openCollectLedger } from './charge.ts';
export { closeRound, openRound, type Published, priceOf, publish, publishedBefore } from './publish.ts';
export { type ReceivedRound, receivedOf } from './received.ts';
