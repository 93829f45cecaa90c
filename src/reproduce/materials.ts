/** What reproductions share: the seed, data that were given, and simulations that several figures look at. */
import type { QuantileSimulation } from '../forecast/index.ts';
import type { BreastCancer } from './breast-cancer.ts';
import { type PopulationLaw, simulateMedians } from './paper-5/medians.ts';

export interface Materials {
  /** The same seed makes the same. */
  readonly seed: number;
  /** Recurrences of breast cancer by group, where the data set was given. */
  readonly breastCancer?: BreastCancer | undefined;
  /** Private medians of the fifth paper's populations, simulated when they are first asked for. */
  readonly medians: (law: PopulationLaw) => Promise<QuantileSimulation>;
}

export interface ReproductionInput {
  readonly seed: number;
  readonly breastCancer?: BreastCancer | undefined;
  /** Of long simulations; as many as in the paper unless it says otherwise. */
  readonly runs?: number | undefined;
  /** Told which part of a long simulation is done. */
  readonly progress?: ((part: number) => void) | undefined;
}

export function openMaterials({ seed, breastCancer, runs, progress }: ReproductionInput): Materials {
  const simulations = new Map<PopulationLaw, Promise<QuantileSimulation>>();
  const medians = (law: PopulationLaw): Promise<QuantileSimulation> => {
    const known = simulations.get(law) ?? simulateMedians(law, { seed, runs, progress });
    simulations.set(law, known);
    return known;
  };
  return { seed, breastCancer, medians };
}
