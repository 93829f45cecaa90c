/** Numbers as people read them. */

/** Four digits of whatever size. */
export const short = (value: number): string =>
  Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-4)
    ? value
        .toExponential(2)
        .replace(/\.?0+e/, 'e')
        .replace('e+', 'e')
    : value.toLocaleString('en', { maximumSignificantDigits: 4 });

/** Estimates: whole where they are large. */
export const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });

export const percent = (share: number): string =>
  share.toLocaleString('en', { style: 'percent', maximumSignificantDigits: 3 });
