/**
 * Randomness that proofs may rest on. Words come from the platform's cryptographic generator, are used once and erased.
 * Every sampler draws through `below(n)` alone and has exactly the distribution it names: decisions are made in integers,
 * of any size, never in floating point. Row samplers see only how many rows there are, never what is in them.
 * Bad parameters are refused; nothing here keeps state between two sources. Runs in Node and in browsers.
 */
export { bernoulli, bernoulliExp } from './bernoulli.ts';
export { bernoulliGate, bernoulliPlaces } from './bernoulli-rows.ts';
export { discreteGaussian } from './discrete-gaussian.ts';
export { discreteLaplace } from './discrete-laplace.ts';
export { type Entropy, replayedEntropy, systemEntropy } from './entropy.ts';
export { exponentialChoice } from './exponential-choice.ts';
export type { Run } from './exponential-weights.ts';
export { permuteAndFlip } from './permute-and-flip.ts';
export { reproducibleEntropy } from './reproducible-entropy.ts';
export { openReservoir, reservoir } from './reservoir.ts';
export { shuffle } from './shuffle.ts';
export { type Below, uniform } from './uniform.ts';
