/** Laplace noise: the loss lies within ±shift (in units of the scale), with an atom at both ends. */
import { type LossPair, UNIT, write, writeAll, writeNone } from '../pair.ts';

export function laplace(shift: number): LossPair {
  const error = UNIT * (8 + 2 * shift);
  return {
    lowest: -shift,
    highest: shift,
    infinite: 0,
    minusInfinite: 0,
    upper(t, into) {
      if (t < -shift) writeAll(into);
      else if (t >= shift) writeNone(into);
      else write(into, Math.log1p(-0.5 * Math.exp((t - shift) / 2)), -Math.LN2 - (t + shift) / 2, error);
    },
    lower(t, into) {
      if (t > shift) writeAll(into);
      else if (t <= -shift) writeNone(into);
      else write(into, -Math.LN2 - (shift - t) / 2, Math.log1p(-0.5 * Math.exp(-(t + shift) / 2)), error);
    },
  };
}
