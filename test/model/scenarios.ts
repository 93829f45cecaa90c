/** Small worlds of the reservation protocol, each explored in all orders; and what they would charge one after the other. */
import { ReservationWorld, type Scenario } from './reservation-world.ts';
import { type Explored, explore } from './schedules.ts';

const same = { do: 'ask', plan: 'count', cost: '0.4' } as const;

/** Explored in seconds. */
export const SMALL: readonly Scenario[] = [
  {
    name: 'two questions, a budget for one of them, and a grant',
    budget: '0.5',
    actions: [same, { ...same, plan: 'sum' }, { do: 'grant', cost: '0.4' }],
    refused: ['budget_exhausted'],
  },
  {
    name: 'a sample that is asked and retired at once',
    budget: '1000',
    actions: [
      { do: 'ask sample', name: 'half' },
      { do: 'retire', name: 'half' },
    ],
    refused: ['sample_unknown'],
  },
  {
    name: 'a sample that two processes ask the same at once',
    budget: '1000',
    actions: [
      { do: 'ask sample', name: 'half' },
      { do: 'ask sample', name: 'half' },
    ],
  },
  {
    name: 'one question twice, and the first process is killed',
    budget: '0.4',
    actions: [{ ...same, key: 'k' }, same, { do: 'kill', place: 0 }],
  },
];

/** In minutes, all of them together. */
const LARGE: readonly Scenario[] = [
  {
    name: 'three questions, a budget for two of them, and a grant',
    budget: '1',
    actions: [same, { ...same, plan: 'sum' }, { ...same, plan: 'mean' }, { do: 'grant', cost: '0.4' }],
    refused: ['budget_exhausted'],
  },
  {
    name: 'one question three times, twice under one key, once in vain',
    budget: '1',
    actions: [{ ...same, key: 'k' }, { ...same, key: 'k', fails: true }, same],
  },
  {
    name: 'two questions and a grant with an anchor',
    budget: '0.5',
    anchored: true,
    actions: [same, { ...same, plan: 'sum' }, { do: 'grant', cost: '0.4' }],
    refused: ['budget_exhausted'],
  },
  {
    name: 'a sample that is asked twice, made and retired at once',
    budget: '1000',
    actions: [
      { do: 'ask sample', name: 'half' },
      { do: 'ask sample', name: 'half' },
      { do: 'create', name: 'half' },
      { do: 'retire', name: 'half' },
    ],
    refused: ['sample_unknown'],
  },
  {
    name: 'both parts of a split, which is drawn by whoever asks first, and a third question',
    budget: '1000',
    actions: [
      { do: 'ask part', name: 'left' },
      { do: 'ask part', name: 'right' },
      { do: 'ask part', name: 'left' },
    ],
  },
  // a process that is killed at any turn: whoever asks the same goes on
  {
    name: 'one question three times, and the first process is killed',
    budget: '0.4',
    actions: [{ ...same, key: 'k' }, { ...same, key: 'k' }, same, { do: 'kill', place: 0 }],
  },
  {
    name: 'one question twice with an anchor, and the first process is killed',
    budget: '0.4',
    anchored: true,
    actions: [same, same, { do: 'kill', place: 0 }],
  },
  {
    name: 'a sample that is made and asked, and the first process is killed',
    budget: '1000',
    actions: [
      { do: 'ask sample', name: 'half' },
      { do: 'ask sample', name: 'half' },
      { do: 'create', name: 'half' },
      { do: 'kill', place: 0 },
    ],
  },
];

export const SCENARIOS = [...SMALL, ...LARGE];

export interface Checked extends Explored {
  /** Different totals that were charged, and those that come of one after the other. */
  readonly charged: ReadonlySet<string>;
  readonly serial: ReadonlySet<string>;
}

export async function checkScenario(scenario: Scenario): Promise<Checked> {
  const charged = new Set<string>();
  const explored = await explore(async () => {
    const world = await ReservationWorld.of(scenario);
    const end = world.end.bind(world);
    world.end = async () => {
      await end();
      charged.add(world.spent());
    };
    return world;
  });
  return { ...explored, charged, serial: await serialCharges(scenario) };
}

async function serialCharges(scenario: Scenario): Promise<Set<string>> {
  const totals = new Set<string>();
  for (const order of permutations([...scenario.actions.keys()])) {
    const world = await ReservationWorld.of(scenario);
    for (const place of order) await world.programs.get(`${place}`)?.({ wait: async () => {} });
    await world.end();
    totals.add(world.spent());
  }
  return totals;
}

const permutations = (places: readonly number[]): number[][] =>
  places.length === 0
    ? [[]]
    : places.flatMap(first => permutations(places.filter(place => place !== first)).map(rest => [first, ...rest]));
