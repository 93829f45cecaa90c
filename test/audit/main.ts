/**
 * `npm run audit -- [CASE...] [--minutes N]`: knows nothing of the product but how to ask. Each case asks a table and its neighbour
 * many times and prints how much epsilon their answers prove, beside what was charged, and the smallest violation that it
 * would have seen. Exit code 1 when more is proven than was charged.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { type Audited, audit } from './audit.ts';
import { cases } from './cases.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '60' }, answers: { type: 'string', default: '40000' } },
});
const chosen = positionals.length === 0 ? cases : cases.filter(({ name }) => positionals.includes(name));
if (!(Number(values.minutes) > 0) || chosen.length === 0) {
  console.error(
    `usage: npm run audit -- [CASE...] [--minutes N] [--answers N]\ncases: ${cases.map(({ name }) => name).join('; ')}`,
  );
  process.exit(2);
}

const server = chosen.some(({ engine }) => engine === 'postgres') ? await startPostgres() : undefined;
const skipped = server === undefined ? chosen.filter(({ engine }) => engine === 'postgres') : [];
const audited: Audited[] = [];
const end = performance.now() + 60_000 * Number(values.minutes);
for (const each of chosen) {
  if (skipped.includes(each)) continue;
  // time that a case leaves is the others'
  const seconds = Math.max(1, (end - performance.now()) / 1000 / (chosen.length - skipped.length - audited.length));
  const found = await audit(
    each,
    { seconds, answersMax: Number(values.answers) },
    each.engine === 'postgres' ? server : undefined,
  );
  audited.push(found);
  console.error(`${audited.length} of ${chosen.length - skipped.length}: ${found.name}`);
}
await server?.stop();

console.table(
  audited.map(({ name, answers, charged, epsilon, smallestViolation, event }) => ({
    case: name,
    answers,
    'charged epsilon': Number(charged.epsilon.toPrecision(4)),
    delta: charged.delta,
    'proven, at least': Number(epsilon.toPrecision(4)),
    'would have seen': Number(smallestViolation.toPrecision(4)),
    event,
  })),
);
const broken = audited.filter(({ epsilon, charged }) => !(epsilon <= charged.epsilon));
for (const { name } of broken) console.error(`More is proven than was charged: ${name}`);
const named = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
console.log(`${audited.length - broken.length} passed, ${broken.length} failed${named}`);
process.exitCode = broken.length === 0 ? 0 : 1;
