/** Reports whose form the aggregators can check without seeing them. Loaded only for campaigns that ask for it. */
export { openVerification, type Prepared } from './histogram.ts';
