/**
 * Rates that a custodian may name in public: 1, 2 or 5 at some decimal place. A rate read off the data shows in the
 * sample's size, and one row more may move it seventyfold; the grid leaves it few values to betray.
 */

const STEPS = [5, 2, 1] as const;

/** The largest rate of the grid that is not above the given one, as the decimal it is; 0 where none is above 1e-15. */
export function gridRate(rate: number): string {
  for (let place = 1; place <= 15; place++)
    for (const step of STEPS) {
      const text = `0.${String(step).padStart(place, '0')}`;
      if (Number(text) <= rate) return text;
    }
  return '0';
}
