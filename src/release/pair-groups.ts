/** Pairs of counts: how many values a table has so often and a sample shows so often. All that a check needs to know. */
import { countPairs, type EngineLimits, type PairGroup } from '../engine/index.ts';
import { checkPairing, type Pairing, pairCells, refuseAsForeign } from './paired-cells.ts';

export async function pairGroups(
  pairing: Omit<Pairing, 'margins'>,
  limits: EngineLimits,
): Promise<readonly PairGroup[]> {
  const { sample, data, columns, unit } = pairing;
  if (sample.engine !== data.engine) return acrossEngines(pairing, limits);
  checkPairing(pairing);
  const groups = await countPairs(data.engine, { table: data.table, columns, unit, sample: sample.table }, limits);
  if (!groups.every(({ count, shown }) => shown <= count)) return refuseAsForeign();
  return groups;
}

async function acrossEngines(pairing: Omit<Pairing, 'margins'>, limits: EngineLimits): Promise<readonly PairGroup[]> {
  const groups = new Map<string, PairGroup>();
  const whole = [pairing.columns.map((_, place) => place)];
  await pairCells({ ...pairing, margins: whole }, limits, ({ count, shown, value }) => {
    const alike = `${count} ${shown}`;
    const { values, example } = groups.get(alike) ?? { values: 0, example: value };
    groups.set(alike, { count, shown, values: values + 1, example });
  });
  return [...groups.values()];
}
