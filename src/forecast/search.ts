/** The least value of a function that is known on a few places. */

interface Place {
  readonly rate: number;
  readonly mse: number;
}

const STEPS = 24;

/**
 * Narrows the stretch around the best of the places, by thirds on the scale of logarithms. Where the function has one
 * valley there, this is its ground, to a part in ten thousand; else a place no worse than the best.
 */
export function leastBetween<Found extends Place>(places: readonly Found[], at: (rate: number) => Found): Found {
  const best = places.reduce((index, { mse }, place) => (mse < places[index].mse ? place : index), 0);
  let low = Math.log(places[Math.max(0, best - 1)].rate);
  let high = Math.log(places[Math.min(places.length - 1, best + 1)].rate);
  let found = places[best];
  for (let step = 0; step < STEPS && high > low; step++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3].map(place => at(Math.exp(place)));
    if (left.mse <= right.mse) high -= (high - low) / 3;
    else low += (high - low) / 3;
    for (const one of [left, right]) if (one.mse < found.mse) found = one;
  }
  return found;
}
