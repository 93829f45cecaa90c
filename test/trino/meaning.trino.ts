/** Whatever is asked of whatever data, Trino answers what the plan means, exactly. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { common, comparisonOn } from '../engines/comparison.ts';
import { theCluster } from './cluster.ts';
import { tableStatements } from './hospital-tables.ts';
import { runOn } from './statements.ts';

const cluster = await theCluster();

describe.skipIf(cluster === undefined).each([
  { catalog: 'memory', hospitals: 1, questions: 200, seed: 7 },
  { catalog: 'iceberg', hospitals: 1, questions: 20, seed: 8 },
])('tables in $catalog', ({ catalog, ...extent }) => {
  test('random plans, on the tables and on copies', async () => {
    const { url } = cluster!;
    const environment = { URL: url };
    const place = { catalog, schema: 'hospital', scratch: 'samples', version: '1' } as const;
    const policy = await loadPolicy({ source: { engine: 'trino', url: 'env:URL', ...place }, ...common });
    const { plans, samples, compare, onCopies } = comparisonOn(policy, extent);
    expect(plans).toHaveLength(extent.questions);
    for (const [number, data] of samples.entries()) {
      for (const made of tableStatements(data, table => `${catalog}.hospital.${table}`)) await runOn(url, made);
      await compare(await openEngine(policy, { environment }), data);
      await onCopies(await openEngine(policy, { environment }), data, number);
    }
  });
});
