/** What every server of ours does alike: it waits for nobody for ever, and hears nobody out who guesses tokens. */
export { arrivingWithin } from './arrival.ts';
export { endWithinGrace } from './ending.ts';
export { type Guesses, openGuesses } from './guesses.ts';
