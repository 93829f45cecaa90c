/** Concentrated privacy: many questions whose losses add up like squares, under one promise of epsilon and delta. */
export { concentratedDelta, rhoMax } from './conversion.ts';
export { type FilterLimits, type FittingSum, filterLimits, fittingSide, type Sums } from './filter.ts';
export { gaussianRho, gaussianScale } from './gaussian-rho.ts';
export { choiceEpsilon, choiceRho, pureRho } from './pure-rho.ts';
