/** What every server of ours does alike: it waits for nobody for ever, and hears nobody out who guesses tokens. */
export { arrivingWithin, endWithinGrace } from './ending.ts';
export { type Guesses, openGuesses } from './guesses.ts';
