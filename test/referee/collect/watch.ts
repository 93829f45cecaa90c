/** Looks at every answer of an honest aggregator as it leaves: what may never leave is written down at once. */
import { bytesOfStore } from './host.ts';
import { placesIn, roundsIn, type Setup } from './program.ts';
import { indiscretion, keyOf, type Records, type ReleasedTotal } from './records.ts';
import type { Answered, Asked } from './wire.ts';

export interface Watching {
  readonly setup: Setup;
  readonly records: Records;
  /** What the collector shows, in the order of the aggregators. */
  readonly tokens: readonly string[];
  readonly firstRelease: () => void;
}

type Watch = (place: number, asked: Asked, answered: Answered, store: string) => void;

export function watcherOf(watching: Watching): Watch {
  const { records, tokens } = watching;
  return (place, asked, answered, store) => {
    const wrong = (name: string): void =>
      void records.wrong.push({
        name,
        detail: `aggregator ${place}: ${asked.path} ${answered.body.toString().slice(0, 300)}`,
      });
    if (answered.status !== 200) return;
    const more = indiscretion(asked, answered);
    if (more !== undefined) wrong(`an aggregator tells more than it may: ${more}`);
    const ofCollector = /\/(open|close|received|agree|release)(\?|$)/.test(asked.path);
    if (ofCollector && asked.token !== tokens[place]) wrong('an aggregator obeys whoever asks');
    if (asked.path.endsWith('/agreed') && answered.body.length === 32)
      records.held[place].add(answered.body.toString('hex'));
    if (/\/agree(\?|$)/.test(asked.path)) records.held[place].add(JSON.parse(answered.body.toString()).reports);
    if (asked.path.endsWith('/release')) totalLeaves(watching, place, answered, store, wrong);
  };
}

/** So many bytes of a share stand nowhere by chance. */
const REVEALING_BYTES = 12;

function totalLeaves(
  { setup, records, firstRelease }: Watching,
  place: number,
  { body }: Answered,
  store: string,
  wrong: (name: string) => void,
): void {
  const released = JSON.parse(body.toString()) as Omit<ReleasedTotal, 'place' | 'acknowledged'>;
  if (records.releases.length === 0) firstRelease();
  const honest = placesIn(setup).filter(each => each !== place && each !== setup.liar?.place);
  if (!honest.every(each => records.held[each].has(released.reports)))
    wrong('a total leaves before all aggregators hold its set');
  if (released.count < (setup.fewest ?? (setup.epsilon === null ? 20 : 0)))
    wrong('a total of fewer reports than the floor');
  if (!records.releases.some(each => each.place === place)) {
    const bytes = bytesOfStore(store);
    // a liar's few bytes are anywhere
    const own = records.sent.filter(sent => sent.place === place && sent.share.length >= REVEALING_BYTES);
    const left = own.filter(({ share }) => bytes.includes(share.subarray(0, REVEALING_BYTES)));
    if (left.length > 0) wrong('shares are still on disk after the total left');
  }
  records.releases.push({ ...released, place, acknowledged: acknowledgedBy(setup, records) });
}

/** People whose same split everybody acknowledged, in every round; nobody where a store forgot, or an aggregator lies. */
function acknowledgedBy(setup: Setup, { shelves, sent }: Records): number[] {
  if (setup.liar !== null || shelves.some(({ restored }) => restored)) return [];
  const people = [...new Set(sent.map(({ person }) => person))];
  return people.filter(person =>
    roundsIn(setup).every(round => {
      const ids = sent.filter(each => each.person === person && each.round === round);
      return ids.some(({ id }) => shelves.every(({ acknowledged }) => hasValue(acknowledged, round, id)));
    }),
  );
}

const hasValue = (acknowledged: ReadonlyMap<string, string>, round: number, id: string): boolean =>
  [...acknowledged].some(([key, value]) => key.startsWith(keyOf(round, '')) && value === id);
