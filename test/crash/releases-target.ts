/** Samples that are drawn to be published: each draw stands in the ledger before it is made, and a file has its name only when all of it is true. */
import { createHash } from 'node:crypto';
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger, ReleaseRecord } from '../../src/ledger/index.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { witnessed } from '../../src/release/certificate-check.ts';
import type { RecordedRelease } from '../../src/release/certificate-contents.ts';
import { certificatePage } from '../../src/release/certificate-page.ts';
import { certificateBeside, pageBeside, readCertificate } from '../../src/release/certificate-reading.ts';
import { type PublicationFiles, preparePublication } from '../../src/release/publication.ts';
import { publishDraw } from '../../src/release/publishing.ts';
import { Refusal } from '../../src/vocabulary/index.ts';
import { loss, policyOf } from '../support/ledger-case.ts';
import { spentOf } from './clients.ts';
import { expectThat } from './expectation.ts';
import { placeOf } from './ledger-place.ts';
import { oneOf, type Target, type TargetOf } from './lives.ts';
import { SIMULATED } from './simulated-paths.ts';

const policy = policyOf(loss(1000));
const FILES = ['one.csv', 'two.csv'].map(name => join(SIMULATED, name));

const recordedAs = (file: string): RecordedRelease => ({
  ...{ table: 'people', columns: [{ name: 'ward', rules: [] }], unit: null, rate: '0.5', rateFromData: false },
  promise: { kind: 'table', epsilon: 1, delta: 0.001, factor: 2, unknownRows: 1 },
  published: { file, program: { name: 'sortition', version: '0' } },
});

/** Rows of a table of two wards: longer than a sector, so that a torn file is seen. */
const tallyInto = ({ sample }: PublicationFiles) => ({
  counts: [200, 200],
  write: async (groups: readonly number[]) => {
    const file = openSync(sample.path, 'r+');
    writeSync(file, ['ward', ...groups.map(group => `ward ${group}`)].join('\n'), 0);
  },
  close: async () => {},
});

/** What people were told of draws. */
class ReleaseClients {
  private readonly drawn = new Map<number, ReleaseRecord>();
  private readonly published = new Set<string>();
  private attempts = 0;
  private seen = 0;
  /** A dead process is no refusal, whatever it throws. */
  private readonly checkAlive: () => void;

  constructor(checkAlive: () => void) {
    this.checkAlive = checkAlive;
  }

  private readonly refusalOf = (thrown: unknown): Refusal => {
    this.checkAlive();
    if (thrown instanceof Refusal) return thrown;
    throw thrown;
  };

  async draw(ledger: Ledger, out: string, reason: string | null): Promise<void> {
    const isFree = ![out, certificateBeside(out), pageBeside(out)].some(existsSync);
    const isFirst = ledger.state().releases.size === 0;
    const publication = await preparePublication(out).catch(this.refusalOf);
    if (publication instanceof Refusal) return expectThat(!isFree, `${out} is free, and refused: ${publication.code}`);
    expectThat(isFree, `${out} is there, and would be overwritten`);
    const recorded = recordedAs(publication.name);
    const order = { place: 'people.csv', schema: 'columns', order: { ...recorded } as never, reason };
    this.attempts += 1;
    const drawn = await ledger
      .drawRelease({ analyst: 'custodian', tables: [] }, { ...order, charge: loss('0.001'), nodes: new Map() })
      .catch(this.refusalOf);
    if (drawn instanceof Refusal) {
      expectThat(drawn.code === 'release_repeated' && !isFirst && reason === null, `a draw is refused: ${drawn.code}`);
      this.attempts -= 1;
      return publication.discard();
    }
    expectThat(isFirst || reason !== null, 'a table was drawn from again without a reason');
    this.drawn.set(drawn.entry, ledger.state().releases.get(drawn.entry)!);
    await publishDraw(
      { recorded, schema: 'columns', reason, drawn },
      {
        below: uniform(reproducibleEntropy(drawn.entry)),
        ...{ tally: tallyInto(publication), ledger, publication, whenCertified: () => {} },
      },
    );
    this.published.add(out);
    await publication.discard();
  }

  async check(ledger: Ledger): Promise<void> {
    const { releases } = ledger.state();
    const spent = spentOf(ledger);
    expectThat(spent >= this.seen && spent === releases.size, `spent ${spent} for ${releases.size} draws`);
    this.seen = spent;
    expectThat(releases.size >= this.drawn.size && releases.size <= this.attempts, 'a draw was lost, or made twice');
    expectThat([...releases.values()].filter(({ reason }) => reason === null).length <= 1, 'drawn twice for no reason');
    for (const [entry, { at, order }] of this.drawn) {
      const kept = releases.get(entry);
      expectThat(kept?.at === at && JSON.stringify(kept.order) === JSON.stringify(order), `draw ${entry} is another`);
    }
    expectThat((await ledger.verify()).verified, 'the chain does not verify');
    for (const out of FILES) await this.checkFile(out, ledger);
  }

  /** Whatever has its name is whole and true, and the sample comes last. */
  private async checkFile(out: string, ledger: Ledger): Promise<void> {
    const [certificate, page] = [certificateBeside(out), pageBeside(out)];
    expectThat(!this.published.has(out) || existsSync(out), `${out} was published, and is gone`);
    if (existsSync(out)) expectThat(existsSync(certificate) && existsSync(page), `${out} has no certificate`);
    if (!existsSync(certificate)) return;
    const shown = await readCertificate(certificate).catch(this.refusalOf);
    if (shown instanceof Refusal) return expectThat(false, `${certificate} is torn`);
    expectThat(
      (await ledger.verify(shown.contents.ledger as never)).verified,
      `${certificate} names no entry of the chain`,
    );
    const found = witnessed(shown, ledger.state().releases);
    if ('problem' in found) return expectThat(false, found.problem);
    if (existsSync(page))
      expectThat(readFileSync(page, 'utf8') === certificatePage(found.certificate), `${page} is torn`);
    if (existsSync(out))
      expectThat(sha256(readFileSync(out)) === found.certificate.output.sha256, `${out} is not what was drawn`);
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const releasesTarget: TargetOf = (machine, seed) => {
  const { below } = machine;
  const place = placeOf(machine, seed, { policy, anchored: below(4) === 0 });
  const clients = new ReleaseClients(() => machine.checkAlive());
  const draw = async (ledger: Ledger): Promise<void> => {
    await clients.draw(ledger, oneOf(below, FILES), oneOf(below, [null, 'the machine stopped']));
    machine.checkAlive();
  };
  const open = async (): Promise<Ledger> => {
    const ledger = await place.open();
    await clients.check(ledger);
    return ledger;
  };
  const target: Target = {
    async live() {
      const ledger = await open();
      for (let turn = 1 + below(3); turn > 0; turn -= 1) await draw(ledger);
      if (below(2) === 0) await ledger.close();
    },
    async between() {},
    async last() {
      const ledger = await open();
      await draw(ledger);
      await clients.check(ledger);
      await ledger.close();
    },
  };
  return target;
};
