/** `npm start`: the service and its console over a hospital that never was. Keeps its data and ledger between starts. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startService } from '../src/service/index.ts';
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
const policy = join(folder, 'policy.json');
writeFileSync(policy, JSON.stringify(hospitalPolicy(file, join(folder, 'visits.ledger')), null, 2));
const campaign = await startCampaign(join(folder, 'people'));
const port = Number(process.env.PORT ?? 8765);
const service = await startService({ policy, host: '127.0.0.1', port, campaigns: campaign.campaigns });
const { text } = service.tokens.create({ analyst: 'custodian', role: 'custodian', days: 1 });
console.log(`\nOpen ${service.address} and sign in with this token, good for a day:\n${text}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void service.stop().then(() => campaign.stop()));
