/**
 * A ledger that has seen much: so many entries, and a thousand samples that all were asked. Made once, which takes minutes,
 * and kept; what is measured on it writes nothing.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { amounts, losses } from '../../src/amounts/index.ts';
import { type Data, open } from '../../src/answer.ts';
import type { Decision } from '../../src/ledger/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { folder, visits } from '../ask/visits.ts';

const SAMPLES = 1000;
/** Pricing reads no rows, so few will do. */
const ROWS = 1000;

/** Opens it, with the data that it is of. */
export async function openOldLedger(entries: number): Promise<Data<PolicyInput>> {
  const path = join(folder, `ledger-${entries}`);
  if (!existsSync(path)) {
    const making = `${path}.part`;
    rmSync(making, { recursive: true, force: true });
    mkdirSync(making, { recursive: true, mode: 0o700 });
    const data = await open<PolicyInput>(await policyIn(making));
    await fill(data, entries);
    await data.close();
    renameSync(making, path);
  }
  return open<PolicyInput>(await policyIn(path));
}

const policyIn = async (place: string): Promise<PolicyInput> => ({
  source: { engine: 'duckdb', path: await visits(ROWS) },
  tables: { visits: { unit: 'patient', rowsPerUnit: 10, columns: { region: { type: 'integer', min: 0, max: 4 } } } },
  budget: { epsilon: 1_000_000 },
  ledger: `sqlite:${join(place, 'visits.ledger')}`,
});

async function fill(data: Data<PolicyInput>, entries: number): Promise<void> {
  const { ledger } = data.deployment;
  for (let place = 0; place < SAMPLES; place++)
    await data.create({ name: `sample-${place}`, table: 'visits', scheme: { kind: 'bernoulli', rate: '0.01' } });
  for (let place = 0; ledger.state().entries < entries; place++) {
    const node = ledger.state().samples.get(`sample-${place % SAMPLES}`)?.node ?? 'base';
    const hold = await ledger.reserve(question(place), () => spending(node));
    if (hold.kind === 'hold') await ledger.settle(hold, { rows: [] });
  }
}

const question = (place: number) => ({
  analyst: 'ada',
  question: { plan: place, limit: outside, inner: null, sample: null, sourceVersion: null, state: null },
  tables: ['visits'],
  fresh: false,
  idempotencyKey: null,
  anyState: false,
});

/** A hundredth of what is spent inside is passed on, a little less than such a sample charges. */
const [inside, outside] = ['0.001', '0.00001'].map(epsilon => losses.written({ epsilon, delta: 0 }));

function spending(node: string): Decision {
  const [spent, passed] = [inside, outside].map(loss => ({
    ...loss,
    replace: loss.epsilon,
    replaceDelta: amounts.none,
  }));
  return { charge: outside, nodes: new Map([[node, { spent, passed }]]), creates: [], detail: null };
}
