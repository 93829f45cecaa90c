/** Stories by chance: a campaign as it goes, with everything that may go wrong thrown in between. */
import { type Chance, chanceOf } from './chance.ts';
import { type Event, LIAR_KINDS, LIES, type Program, roundsIn, type Setup, TOKENS, VALUES } from './program.ts';

export function programOf(seed: number, number: number): Program {
  const chance = chanceOf('program', seed, number);
  const setup = setupOf(chance, seed * 1_000_003 + number);
  return { setup, events: eventsOf(chance, setup) };
}

const oneIn = (chance: Chance, count: number): boolean => chance.below(count) === 0;

function setupOf(chance: Chance, seed: number): Setup {
  const aggregators = oneIn(chance, 3) ? 3 : 2;
  const epsilon = chance.pick([null, null, 1, 0.5]);
  const people = Array.from({ length: 3 + chance.below(4) }, () => ({
    truth: chance.below(VALUES.length + 1),
    lies: oneIn(chance, 14) ? chance.pick(LIES) : null,
  }));
  return {
    seed,
    aggregators,
    protocol: oneIn(chance, 3) ? 'two-rounds' : 'one-report',
    validity: oneIn(chance, 12) ? 'verified' : 'plain',
    epsilon,
    fewest: epsilon === null || oneIn(chance, 4) ? 1 + chance.below(3) : null,
    locks: chance.below(3) > 0,
    people,
    liar: oneIn(chance, 4) ? { place: chance.below(aggregators), kind: chance.pick(LIAR_KINDS) } : null,
  };
}

function eventsOf(chance: Chance, setup: Setup): Event[] {
  const events: Event[] = [];
  // calm stories show that people are counted, wild ones that nothing else is told
  const wildness = chance.pick([0, 2, 5, 9]);
  const then = (event: Event): void => {
    events.push(event);
    for (let more = chance.below(wildness + 1); more > 0; more -= 1) events.push(trouble(chance, setup));
  };
  const settle = (): void => then({ do: 'settle', order: chance.below(1000) });
  for (const round of roundsIn(setup)) {
    then({ do: 'open', round });
    settle();
    const last = round === roundsIn(setup).length;
    for (const person of shuffled(chance, setup.people.keys()))
      if (!oneIn(chance, 12)) then({ do: last ? 'answer' : 'begin', person, tab: oneIn(chance, 5) ? 1 : 0 });
    settle();
    if (oneIn(chance, 3)) then({ do: 'back up', place: chance.below(setup.aggregators) });
    for (const person of setup.people.keys())
      if (oneIn(chance, 4)) {
        // a device that lost its memory after it was heard begins anew, and is refused: what it said first stands
        if (!last && oneIn(chance, 2)) then({ do: 'forget', person });
        then({ do: last ? 'answer' : 'begin', person, tab: chance.below(2) });
      }
    settle();
  }
  const restored = oneIn(chance, 4) ? chance.below(setup.aggregators) : undefined;
  if (restored !== undefined) {
    then({ do: 'close', round: roundsIn(setup).length });
    settle();
    then({ do: 'back up', place: restored });
  }
  // somebody with the collector's token is ahead of it at one of them, or asks one for its total before all agreed
  if (oneIn(chance, 6)) {
    const place = chance.below(setup.aggregators);
    const asked = (verb: string): Event => ({ do: 'ask', place, verb, shown: 'collector' });
    for (const event of [asked(`rounds/${roundsIn(setup).length}/close`), asked('agree'), asked('release')]) {
      then(event);
      settle();
    }
  }
  for (let turns = 1 + chance.below(2); turns > 0; turns -= 1) {
    then({ do: 'publish' });
    settle();
  }
  // what was told is forgotten by one of them, and asked for once more
  if (restored !== undefined) {
    then({ do: 'restore', place: restored });
    then(
      oneIn(chance, 2)
        ? { do: 'publish' }
        : { do: 'ask', place: restored, verb: 'release', shown: chance.pick(['collector', 'collector', 'peer']) },
    );
    settle();
  }
  return events;
}

function shuffled(chance: Chance, entries: Iterable<number>): number[] {
  const left = [...entries];
  return Array.from(left, () => left.splice(chance.below(left.length), 1)[0]);
}

/** Mostly the wires; now and then something breaks, or somebody lies. */
function trouble(chance: Chance, setup: Setup): Event {
  const kind = chance.below(20);
  if (kind < 12)
    return { do: chance.pick(['deliver', 'deliver', 'deliver', 'lose', 'repeat'] as const), pick: chance.word() };
  if (kind < 16) return ofPerson(chance, setup);
  return kind < 19 ? ofAggregator(chance, setup) : ofCollector(chance, setup);
}

function ofPerson(chance: Chance, setup: Setup): Event {
  const [person, tab] = [chance.below(setup.people.length), chance.below(2)];
  const last = roundsIn(setup).length === 1 ? 'answer' : chance.pick(['begin', 'answer'] as const);
  switch (chance.below(5)) {
    case 0:
      return { do: 'reload', person, tab };
    case 1:
      return { do: 'tab dies', person, tab, at: chance.pick(['before write', 'after write'] as const) };
    case 2:
      return oneIn(chance, 3) ? { do: 'forget', person } : { do: 'reload', person, tab };
    default:
      return { do: last, person, tab };
  }
}

function ofAggregator(chance: Chance, setup: Setup): Event {
  const place = chance.below(setup.aggregators);
  const which = chance.below(8);
  if (which < 3) return { do: 'store crashes', place, after: chance.below(12) };
  if (which < 7) return { do: chance.pick(['kill', 'start', 'start', 'back up', 'restore'] as const), place };
  const verb = chance.pick(['agree', 'release', 'received', 'rounds/1/close', 'rounds/2/close', 'rounds/1/open']);
  return { do: 'ask', place, verb, shown: chance.pick(TOKENS) };
}

function ofCollector(chance: Chance, setup: Setup): Event {
  const round = chance.pick(roundsIn(setup));
  switch (chance.below(6)) {
    case 0:
      return { do: 'ledger crashes', after: chance.below(20) };
    case 1:
      return { do: 'collector crashes' };
    case 2:
      return { do: chance.pick(['open', 'close'] as const), round };
    default:
      return { do: 'publish' };
  }
}
