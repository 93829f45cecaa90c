/** What a device sends: shares that add up to one choice, and reports as bytes with their limits. Runs in browsers. */
export { boundedBytes, boundedJson, eachPart, type StreamedResponse } from './bounded-body.ts';
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
export {
  chunkOf,
  countOf,
  FIELD_BYTES,
  FIELD_MODULUS,
  modulusOf,
  oneHot,
  residueOf,
  SEED_BYTES,
  split,
} from './shares.ts';
