/** Laplace noise: the loss lies within ±shift (in units of the scale), with an atom at both ends. */
import { allAbove, type LossPair, UNIT } from '../pair.ts';

export const laplace = (shift: number): LossPair => ({
  lowest: -shift,
  highest: shift,
  infinite: 0,
  minusInfinite: 0,
  tails(t, into) {
    if (t < -shift) return allAbove(into);
    const belowTop = t < shift;
    const aboveBottom = t > -shift;
    into.upperQ = belowTop ? -Math.LN2 - (t + shift) / 2 : -Infinity;
    into.upperP = belowTop ? Math.log1p(-0.5 * Math.exp((t - shift) / 2)) : -Infinity;
    into.lowerP = aboveBottom ? -Math.LN2 - (shift - t) / 2 : -Infinity;
    into.lowerQ = aboveBottom ? Math.log1p(-0.5 * Math.exp(-(t + shift) / 2)) : -Infinity;
    if (t > shift) {
      into.lowerP = 0;
      into.lowerQ = 0;
    }
    into.error = UNIT * (8 + 2 * shift);
  },
});
