/** A failure as a program that somebody else can run: the table, the policy, the question, and what is wrong. */

import type { EntryPoint } from './clinic.ts';
import { type Place, policyOf, statementsOf, textOf } from './places.ts';
import { planOf, type Question } from './question.ts';
import { sqlOf } from './question-in-sql.ts';
import type { World } from './world.ts';

export interface Failure {
  readonly world: World;
  readonly place: Place;
  readonly question: Question;
  readonly doors: readonly EntryPoint[];
  readonly complaints: readonly string[];
}

export function programOf({ world, place, question, doors: entryPoints, complaints }: Failure): string {
  const typed = place !== 'csv' && place !== 'ndjson';
  const file = place === 'ndjson' ? 'ndjson' : 'csv';
  const shown =
    typed && place !== 'postgres'
      ? `// found in a ${place} file, where columns have types: ${statementsOf(world).join('; ')}`
      : '';
  const written = ['visits', 'cards', 'people', 'wards'] as const;
  const files = written.map(
    table => `writeFileSync(join(folder, '${table}.${file}'), ${JSON.stringify(textOf(world, table, file))});`,
  );
  const policy = JSON.stringify(policyOf(world, place === 'postgres' ? 'postgres' : file, 'FOLDER'), null, 1);
  const sql = sqlOf(question);
  const byPlan = sql === null || entryPoints.every(entryPoint => entryPoint.endsWith('plan') || entryPoint === 'typed');
  const asked = byPlan ? `data.plan(${JSON.stringify(planOf(question))})` : `(await data.sql(${JSON.stringify(sql)}))`;
  const delta = question.grouping === 'private' ? ', delta: 1e-9' : '';
  return [
    ...complaints.slice(0, 3).map(text => `// ${text}`),
    shown,
    `import { mkdtempSync, writeFileSync } from 'node:fs';`,
    `import { join } from 'node:path';`,
    `import { open } from 'sortition';`,
    `const folder = mkdtempSync('/tmp/failure-');`,
    ...(place === 'postgres'
      ? [
          `// on a PostgreSQL server whose address is in the variable URL: ${statementsOf(world).join('; ')}`,
          `writeFileSync(join(folder, 'url'), process.env.URL!);`,
        ]
      : files),
    `const data = await open(JSON.parse(${JSON.stringify(policy)}.replaceAll('FOLDER', folder)));`,
    `const { rows } = await ${asked}.ask({ epsilon: 1e10${delta} });`,
    `console.log(JSON.stringify(rows, null, 1));`,
    `await data.close();`,
  ]
    .filter(line => line !== '')
    .join('\n');
}
