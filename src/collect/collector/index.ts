/** The collector: opens and closes rounds, pays for the release, and publishes estimates of what the aggregators released. */
export type { Collecting } from './calls.ts';
export { openCollectLedger } from './charge.ts';
export { closeRound, openRound, type PublishedCampaign, priceOf, publish, publishedBefore } from './publish.ts';
export { receivedOf } from './received.ts';
