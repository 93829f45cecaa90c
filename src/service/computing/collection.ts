/** A collection that is played many times, and what each observer of it learns. */
import { asPlainData, type CollectionSimulation, playedCollection, simulateInSteps } from '../../collect/index.ts';
import type { Watching } from '../../thread/index.ts';

export interface CollectionAsked {
  readonly simulation: CollectionSimulation;
  readonly epsilon: number;
}

export async function collectionOf({ simulation, epsilon }: CollectionAsked, { signal, progress }: Watching) {
  let told = 0;
  // there are many more steps than anybody wants to hear of
  const hundredths = (part: number): void => {
    if (part - told < 0.01) return;
    told = part;
    progress?.(part);
  };
  const simulated = await simulateInSteps(simulation, { signal, progress: hundredths });
  return asPlainData(playedCollection(simulation, simulated, epsilon));
}
