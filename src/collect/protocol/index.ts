/** What all ends of a collection agree on: the campaign and its rounds, the answers, the die. Runs in browsers. */
export { labelsOf, numberOf, type Place, type Truth, valuesOf } from './answers.ts';
export { type Campaign, fewestOf, fingerprintOf, readCampaign, roundsOf } from './campaign.ts';
export { fractionOf } from './decimal.ts';
export { type Rolled, roll, sidesOf } from './die.ts';
