/** Numbers as people read them. */

/** Four digits of whatever size: 0.1133, 4.73M, 1e-5. */
export function short(value: number): string {
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential(2).replace(/\.?0+e/, 'e');
  const notation = Math.abs(value) >= 1e6 ? 'compact' : 'standard';
  return value.toLocaleString('en', { maximumSignificantDigits: 4, notation });
}

/** Estimates: whole where they are large. */
export const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });

/** As many digits as an error leaves meaning in: two of its own. */
export function roundedBy(error: number): (value: number) => string {
  const digits = error > 0 ? Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(error)))) : 2;
  return value =>
    value.toLocaleString('en', { minimumFractionDigits: error > 0 ? digits : 0, maximumFractionDigits: digits });
}

/** Twice a standard error, in two digits: about what a 95 % interval reaches to either side. */
export const aboutPlusMinus = (standardError: number): string =>
  (2 * standardError).toLocaleString('en', { maximumSignificantDigits: 2 });

/** Of a millionth and less its size is what matters. */
export const percent = (share: number): string =>
  share > 0 && share < 1e-6
    ? `${short(100 * share)}%`
    : share.toLocaleString('en', { style: 'percent', maximumSignificantDigits: 3 });

interface Amounts {
  readonly epsilon: number | null;
  readonly delta: number;
  readonly rho?: number | undefined;
}

/** What was charged or is left, in words; under a concentrated budget there may be a rho and no epsilon. */
export const amountsText = ({ epsilon, delta, rho }: Amounts): string =>
  [
    ...(epsilon === null ? [] : [`epsilon ${short(epsilon)}`]),
    ...(rho === undefined ? [] : [`rho ${short(rho)}`]),
    ...(delta > 0 ? [`delta ${short(delta)}`] : []),
  ].join(', ');

/** In a table of epsilons: what none bounds is given by its rho. */
export const epsilonText = ({ epsilon, rho = 0 }: Pick<Amounts, 'epsilon' | 'rho'>): string =>
  epsilon === null ? `rho ${short(rho)}` : short(epsilon);
