/**
 * Asks a running service one question, with nothing but fetch.
 * usage: SORTITION_TOKEN=... npx tsx ask.ts http://127.0.0.1:8765 "SELECT ward, count(*) FROM visits GROUP BY ward" 0.5
 */
import type { AnsweredJson } from '../../src/service/contract/answers.ts';
import type { ProblemJson } from '../../src/service/contract/problem.ts';

const [address, sql, epsilon] = process.argv.slice(2);

const reply = await fetch(`${address}/v1/ask`, {
  method: 'POST',
  headers: { authorization: `Bearer ${process.env.SORTITION_TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify({ sql, epsilon }),
});
if (!reply.ok) {
  const { code, detail } = (await reply.json()) as ProblemJson;
  console.error(`${code}: ${detail}`);
  process.exit(1);
}
const { rows, charged, remaining } = (await reply.json()) as AnsweredJson;
for (const { key, values } of rows)
  for (const [name, released] of Object.entries(values))
    if ('estimate' in released)
      console.log(Object.values(key).join(', '), name, released.estimate, released.interval95);
console.log('charged epsilon', charged.epsilon, 'left', remaining.epsilon);
