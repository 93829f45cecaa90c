/** `npm start`: the service and its console, as they are installed, over the demo hospital. Keeps its data and ledger. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTokenStore } from '../src/service/index.ts';
import { makeHospital } from './hospital.ts';
import { hospitalPolicy } from './policy.ts';
import { startCampaign } from './start-campaign.ts';

const folder = resolve('service-output');
const file = join(folder, 'visits.parquet');
mkdirSync(folder, { recursive: true });
if (!existsSync(file)) {
  console.log('Making a hospital: 1,000,000 visits of 200,000 patients ...');
  await makeHospital(file);
}
const [policy, ledger] = [join(folder, 'policy.json'), join(folder, 'visits.ledger')];
writeFileSync(policy, JSON.stringify(hospitalPolicy(file, ledger), null, 2));
const campaign = await startCampaign(join(folder, 'people'));

// the command that npm ci built: from the sources, Node 20 would start no threads
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const flags = ['--policy', policy, '--port', process.env.PORT ?? '8765', ...campaign.flags];
const service = spawn(process.execPath, [command, 'serve', ...flags], { stdio: ['ignore', 'inherit', 'pipe'] });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal));

const tokens = openTokenStore(`${ledger}.tokens`, () => new Date());
const { text } = tokens.create({ analyst: 'custodian', role: 'custodian', days: 1 });
tokens.close();
service.stderr.once('data', said => {
  const [address] = /http:\S+\d/.exec(String(said)) ?? [];
  if (address === undefined) process.stderr.write(said);
  else console.log(`\nOpen ${address} and sign in with this token, good for a day:\n${text}\n`);
  service.stderr.pipe(process.stderr);
});
[process.exitCode] = await once(service, 'exit');
await campaign.stop();
