/**
 * Takes part in a campaign, in browsers and in Node: the die is rolled here, the answer leaves in shares, and a report that
 * is sent again is counted once. Everything that a person must trust is in this station, and it is small.
 */
export { type Campaign, type Place, readCampaign, type Truth } from '../protocol/index.ts';
export type { Send } from './delivery.ts';
export type { Memory } from './memory.ts';
export type { Alone } from './participant.ts';
export { type Participant, type Participation, takePart } from './participant.ts';
export { plainShares, said } from './report.ts';
