/** The promise, held against what was seen: one report a person, exact sums plus noise, or nothing. */
import { existsSync } from 'node:fs';
import { ledgerIn } from './desk.ts';
import { fittingSet, type Measured } from './fitting.ts';
import { placesIn, roundsIn, SAMPLING, VALUES } from './program.ts';
import type { ReleasedTotal } from './records.ts';
import { centred, modulusIn, type Split, saidBy, splitsOf, sumOf } from './splits.ts';
import type { World } from './world.ts';

export interface Verdict {
  readonly wrong: readonly { readonly name: string; readonly detail: string }[];
  readonly measured: Measured;
  readonly outcomes: readonly string[];
}

export async function judge(world: World): Promise<Verdict> {
  const { records } = world;
  const wrong = [...records.wrong];
  const say = (name: string, detail = ''): void => void wrong.push({ name, detail });
  const splits = splitsOf(world);
  const honest = splits.filter(({ person }) => world.setup.people[person].lies === null);
  judgeDevices(world, honest, say);
  judgeSecrecy(world, honest, say);
  const measured: Measured = { noise: [], sampled: sampledIn(world, honest) };
  judgeReleases(world, splits, measured, say);
  await judgeCharges(world, say);
  judgeOutcomes(world, say);
  return { wrong, measured, outcomes: records.outcomes.map(({ what, code }) => `${what}: ${code ?? 'done'}`) };
}

export type Say = (name: string, detail?: string) => void;

/** A device that did not lose its memory sends one split, and says its die and the truth, nothing else. */
function judgeDevices(world: World, splits: readonly Split[], say: Say): void {
  const { records, setup } = world;
  const first = new Map<string, string>();
  for (const { person, round, id, epoch } of records.sent) {
    if (setup.people[person].lies !== null || records.twoPages.has(person)) continue;
    const key = `${person} ${round} ${epoch}`;
    if ((first.get(key) ?? id) !== id) say('a device splits one answer twice', `person ${person}, round ${round}`);
    first.set(key, id);
  }
  for (const split of splits) {
    const [said, { truth }] = [saidBy(world, split), setup.people[split.person]];
    const ones = said.flatMap((count, value) => (count === 0n ? [] : [count === 1n ? value + 1 : -1]));
    const may =
      setup.protocol === 'two-rounds' ? ones.length < 2 && !ones.includes(-1) : ones.every(one => one === truth);
    if (!may) say('a device says what is neither its die nor the truth', `person ${split.person}: ${said}`);
  }
}

/** All aggregators but one know nothing: no sum of their shares is near an answer, and no mask is used twice. */
function judgeSecrecy(world: World, splits: readonly Split[], say: Say): void {
  const [modulus, places] = [modulusIn(world), placesIn(world.setup)];
  const small = (vector: readonly bigint[]): boolean => vector.every(each => each >= -1n && each <= 1n);
  for (const { shares, person } of splits)
    for (let subset = 1; subset < 2 ** places.length - 1; subset += 1)
      if (
        small(
          sumOf(
            shares.filter((_, place) => (subset >> place) & 1),
            modulus,
          ),
        )
      )
        say('some aggregators alone read an answer', `person ${person}, aggregators ${subset.toString(2)}`);
  for (const [index, one] of splits.entries())
    for (const other of splits.slice(index + 1))
      for (const place of places)
        if (small(one.shares[place].map((word, value) => centred(word - other.shares[place][value], modulus))))
          say('two shares of one aggregator are masked alike', `people ${one.person} and ${other.person}`);
}

function sampledIn({ setup }: World, splits: readonly Split[]): Measured['sampled'] {
  if (setup.protocol === 'two-rounds') return { yes: 0, of: 0 };
  const asked = splits.filter(({ person }) => setup.people[person].truth > 0);
  return {
    yes: asked.filter(split => saidNothing(split, setup.validity === 'plain') === false).length,
    of: asked.length,
  };
}

const saidNothing = ({ shares }: Split, plain: boolean): boolean | undefined =>
  plain ? sumOf(shares, 2n ** 32n).every(count => count === 0n) : undefined;

function judgeReleases(world: World, splits: readonly Split[], measured: Measured, say: Say): void {
  const { records } = world;
  const hashes = new Set(records.releases.map(({ reports }) => reports));
  for (const place of placesIn(world.setup)) {
    const totals = new Set(records.releases.filter(each => each.place === place).map(({ total }) => total.join()));
    if (totals.size > 1 && !forgottenByAll(world, place))
      say('an aggregator releases a second total', `aggregator ${place}: ${[...totals].join(' and ')}`);
  }
  for (const hash of hashes) {
    const releases = records.releases.filter(({ reports }) => reports === hash);
    const fit = fittingSet(world, splits, releases);
    if (fit === undefined) {
      say('a total is of no set of one report a person', JSON.stringify(releases));
      continue;
    }
    for (const people of fit.counted) judgeDice(world, people, say);
    measured.noise.push(...fit.noise);
    judgePublished(world, releases, fit.sums, say);
  }
}

/** Nobody is left who could remember: all others lie or were restored, and whoever asks does not care. */
const forgottenByAll = ({ setup, records }: World, place: number): boolean =>
  records.dishonestAsk &&
  records.shelves[place].restored &&
  records.shelves.every(({ restored }, other) => restored || other === place || other === setup.liar?.place);

/** In two rounds: the same twice, or nothing and then the truth. */
function judgeDice(world: World, counting: readonly Split[], say: Say): void {
  const { lies, truth } = world.setup.people[counting[0].person];
  if (lies !== null || roundsIn(world.setup).length === 1) return;
  const [first, second] = counting.map(split => saidBy(world, split));
  const same = first.every((count, value) => count === second[value]);
  const isTruth =
    first.every(count => count === 0n) && second.every((count, value) => count === (value + 1 === truth ? 1n : 0n));
  if (!(same || isTruth))
    say('somebody is counted by two dice', `person ${counting[0].person}: ${first} then ${second}`);
}

interface PublishedCounts {
  readonly reports: number;
  readonly estimates: readonly { readonly estimate: number }[];
}

function judgePublished(world: World, releases: readonly ReleasedTotal[], sums: readonly bigint[], say: Say): void {
  const { setup, records } = world;
  const published = records.outcomes.filter(({ what, code }) => what === 'publish' && code === undefined);
  for (const { result } of published) {
    const { reports, estimates } = result as PublishedCounts;
    const differences = estimates.map(({ estimate }) => estimate * SAMPLING);
    const reach = setup.epsilon === null ? 0 : (80 * setup.aggregators) / setup.epsilon;
    if (!differences.every(each => each >= -reach && each <= reports + reach))
      say('counts are published that cannot be', differences.join());
    const [{ count }] = releases;
    if (setup.liar === null && new Set(releases.map(({ place }) => place)).size === setup.aggregators)
      if (!(reports === count && VALUES.every((_, value) => Math.abs(differences[value] - Number(sums[value])) < 1e-6)))
        say(
          'published counts are not the sum of what was released',
          `${differences} of ${reports}, not ${sums} of ${count}`,
        );
  }
}

/** The charge is on disk before any total leaves, unless somebody else than the collector asked for it. */
async function judgeCharges({ setup, records, ledgerAtRelease }: World, say: Say): Promise<void> {
  if (records.dishonestAsk || !existsSync(ledgerAtRelease)) return;
  const ledger = await ledgerIn(ledgerAtRelease);
  const { spent } = await ledger.budget();
  await ledger.close();
  const e = setup.epsilon ?? 0;
  const epsilon = Math.log((1 - SAMPLING + SAMPLING * Math.exp(e)) / (1 - SAMPLING + SAMPLING * Math.exp(-e)));
  const delta = setup.epsilon === null ? SAMPLING : 0;
  if (!(spent.epsilon! >= epsilon - 1e-9 && spent.delta >= delta - 1e-9))
    say('a total leaves before it is paid for', `spent ${spent.epsilon}, ${spent.delta} of ${epsilon}, ${delta}`);
}

const EXPECTED = ['too_few_reports', 'round_not_open'];

/** Bad luck and lies are refused with a code; and where nobody lied and nothing was restored, people are counted. */
function judgeOutcomes({ setup, records }: World, say: Say): void {
  for (const { what, code } of records.outcomes)
    if (code !== undefined && !/^[a-z_]+$/.test(code)) say('a fault instead of a refusal', `${what}: ${code}`);
  const lied = setup.liar !== null || setup.people.some(({ lies }) => lies !== null);
  if (lied || records.dishonestAsk || setup.validity === 'verified' || records.shelves.some(({ restored }) => restored))
    return;
  const last = records.outcomes.findLast(({ what }) => what === 'publish');
  if (last?.code !== undefined && !EXPECTED.includes(last.code)) say('honest people are not counted', last.code);
}
