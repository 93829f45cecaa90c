/** A process of its own that makes a copy of endless units, to be killed while it does. */
import { openEngine } from '../../src/engine/index.ts';
import { endlessUnits, NAME, policyIn } from './copy-case.ts';

/** The folder with the data, in which copies are kept too. */
export type CopyWords = readonly [folder: string];

const [folder] = process.argv.slice(2);
const engine = await openEngine(await policyIn(folder), { copiesInto: folder });
await engine.copy({
  ...{ table: 'visits', beside: [], name: NAME, units: endlessUnits },
  ...{ state: 'now', readState: 'now', holds: () => true },
});
