/** What a question costs: the mechanisms that it runs, what each of them gets of the amount, and how often it may fail. */
export { questionCost, unscaledCost } from './question-cost.ts';
export {
  mayFail,
  type PricedMechanism,
  placesOf,
  rhoSharesOf,
  sharesOf,
  theoremOfMechanism,
} from './shares.ts';
