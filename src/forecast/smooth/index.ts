/** Smooth sensitivity of medians, also of samples whose size is secret, and the noise that goes with it. */
export { type SecretSizeQuestion, secretSizeSensitivity } from './secret-size-sensitivity.ts';
export { printedSmoothNoise } from './smooth-noise.ts';
export { medianPlace, smoothSensitivity } from './smooth-sensitivity.ts';
