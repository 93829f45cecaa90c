/** A collection that was played, beside what each observer of it learns. */
import { asPlainData, playedCollection, type Simulated, type Simulation } from '../../collect/index.ts';

export interface ObservedAsked {
  readonly simulation: Simulation;
  readonly simulated: Simulated;
  readonly epsilon: number;
}

export const observedCollection = ({ simulation, simulated, epsilon }: ObservedAsked) =>
  asPlainData(playedCollection(simulation, simulated, epsilon));
