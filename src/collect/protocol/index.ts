/** What all ends of a collection agree on: the campaign, the die, the shares, and reports as bytes. Runs in browsers. */
export { labelsOf, numberOf, type Place, type Truth, valuesOf } from './answers.ts';
export { boundedBytes, boundedJson, eachPart, type StreamedResponse } from './bounded-body.ts';
export { type Campaign, fewestOf, fingerprintOf, readCampaign, roundsOf } from './campaign.ts';
export { fractionOf } from './decimal.ts';
export { type Rolled, roll, sidesOf } from './die.ts';
export {
  addShare,
  BATCH_MAX,
  LABEL_BYTES,
  NUMBER_BYTES,
  reportBytes,
  SPLIT_BYTES,
  shareBytes,
  TICKET_BYTES,
  ticketBytes,
  wordBytes,
} from './report.ts';
export { countOf, modulusOf, residueOf } from './residues.ts';
export { oneHot, split } from './shares.ts';
export { chunkOf, FIELD_BYTES, FIELD_MODULUS, SEED_BYTES } from './verified-share.ts';
