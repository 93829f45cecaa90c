/** Whole cases: a policy, people, a few derived tables, and a history of questions and of what happens between them. */
import { questionOf } from '../../../src/answer/question.ts';
import { checkTogether } from '../../../src/answer/workload.ts';
import { samplingOf } from '../../../src/plan/estimates/index.ts';
import { loadPolicy } from '../../../src/source/index.ts';
import { Refusal } from '../../../src/vocabulary/index.ts';
import {
  type AskedOptions,
  type AskStep,
  type Case,
  policyOf,
  type Rows,
  type StateStep,
  type Step,
  type Worlds,
} from './case.ts';
import { countedByRho, countedByWard } from './concentrated.ts';
import type { Dice } from './dice.ts';
import { type Cast, isSame, randomCast, randomState } from './people.ts';
import type { Place } from './place.ts';
import { joinedPlaces, randomPlaces, steeredPlaces } from './places.ts';
import { boundedInWards, changedTables, hasSeveralWards, isProtected, randomTables, type Tables } from './policies.ts';
import { mapped, randomPlan } from './questions.ts';

export interface Wanted {
  readonly engine: Case['engine'];
  /** Whether questions may have a delta. */
  readonly delta: boolean;
  /** Operators that stand one upon the other in the table that is asked most, where some policy allows it. */
  readonly pair?: readonly [lower: string, upper: string] | undefined;
  /** Two protected tables are joined in the one that is asked most. */
  readonly joined?: true;
}

/** How often, where nothing else is wanted. */
const JOINED_OFTEN = 0.15;

export async function randomCase(dice: Dice, { engine, delta, pair, joined }: Wanted): Promise<Case> {
  const steered = joined ? joinedPlaces(dice) : pair && steeredPlaces(dice, pair);
  const tables = steered?.tables ?? randomTables(dice);
  const source = engine === 'postgres' || (engine === 'memory' && dice.chance(0.3)) ? 'postgres' : 'duckdb';
  const versioned = source === 'duckdb' ? dice.chance(0.5) : dice.chance(0.6);
  const cast = randomCast(dice);
  // what is wrong between two things shows best where there is nothing else
  const focused = dice.chance(engine === 'memory' ? 0.6 : 0.8);
  const places = steered?.places ?? randomPlaces(dice, tables, focused);
  const policies = [tables];
  const steps: Step[] = [firstState(dice, tables, cast, versioned)];
  const accepts = await acceptsOf(tables);
  const history: History = {
    ...{ dice, cast, places, policies, steps, source, versioned, delta, accepts },
    joined: joined === true,
  };
  const questions = focused
    ? 2
    : dice.weighted([
        [3, 1],
        [4, 2],
        [3, 3],
        [1, 4],
      ]);
  const kept = places.flatMap(place => place.kept ?? []);
  if (kept.length > 0 && dice.chance(delta ? 0.7 : 0.1)) steps.push(created(dice, dice.pick(kept), delta));
  for (let question = 0; question < questions; question++) {
    if (question > 0 && dice.chance(focused ? 0.8 : 0.4)) steps.push(...happening(history));
    steps.push(...asked(history));
  }
  const otherwise = otherwiseOf(history);
  // what is left to chance last changes no other case
  const concentrated = dice.chance(0.25);
  const crowded = concentrated && !delta && dice.chance(0.4) && policies.every(hasSeveralWards);
  if (steered === undefined && dice.chance(JOINED_OFTEN)) return randomCase(dice, { engine, delta, joined: true });
  return {
    engine,
    source,
    policies: crowded ? policies.map(boundedInWards) : policies,
    steps: crowded ? countedByWard(dice, steps) : concentrated ? countedByRho(dice, steps) : steps,
    otherwise,
    ...(concentrated && { concentrated }),
    marks: [
      `neighbour: ${cast.manner}`,
      `engine: ${engine}`,
      `source: ${source}${versioned ? '' : ' without a version'}`,
      `accounting: ${concentrated ? 'concentrated' : 'pure'}`,
    ],
  };
}

/** Only where something may fail: what holds for every transcript holds for whoever chooses, too. */
function otherwiseOf({ dice, places, steps, delta, accepts }: History): AskStep | undefined {
  const last = steps.at(-1)!;
  if (!delta || last.kind !== 'ask' || last.fails || !dice.chance(0.6)) return undefined;
  const step = oneQuestion(dice, places, delta);
  return accepts(step.plans, step.options) ? step : undefined;
}

/** With what it may ever spend, which is charged at once. */
const created = (dice: Dice, kept: NonNullable<Place['kept']>, delta: boolean): Step => ({
  kind: 'create',
  ...kept,
  cap: dice.chance(0.8) ? { epsilon: dice.pick([1, 2, 3]), delta: delta ? dice.pick([0.05, 0.3]) : 0 } : null,
});

interface History {
  readonly dice: Dice;
  readonly cast: Cast;
  readonly places: readonly Place[];
  readonly policies: Tables[];
  readonly steps: Step[];
  readonly source: Case['source'];
  readonly versioned: boolean;
  readonly delta: boolean;
  readonly accepts: Accepts;
  readonly joined: boolean;
}

type Accepts = (plans: AskStep['plans'], options: AskedOptions) => boolean;

/** Whether a question passes what is checked before any data: most that are refused are generated anew. */
async function acceptsOf(tables: Tables): Promise<Accepts> {
  const policy = await loadPolicy(policyOf(tables, { engine: 'postgres', url: 'env:NONE' }, 'sqlite:none'));
  return (plans, options) => {
    try {
      const question = questionOf(plans, options, 'custodian');
      for (const checked of checkTogether(question.plans, policy).plans) {
        const table = tables[checked.table];
        samplingOf(checked, 'size' in table ? 3 : undefined);
      }
      return true;
    } catch (thrown) {
      if (thrown instanceof Refusal) return false;
      throw thrown;
    }
  };
}

function firstState(dice: Dice, tables: Tables, cast: Cast, versioned: boolean): StateStep {
  for (;;) {
    const state = randomState(dice, tables, cast, undefined);
    if (!isSame(state) || cast.manner === 'no name')
      return { kind: 'state', ...state, written: Object.keys(tables), version: versioned ? 'v1' : null };
  }
}

const policyInForce = ({ policies, steps }: Pick<History, 'policies' | 'steps'>): Tables => {
  const last = steps.findLast(step => step.kind === 'accept');
  return policies[last?.kind === 'accept' ? last.policy : 0];
};

function happening(history: History): Step[] {
  const { dice, steps, policies } = history;
  switch (
    dice.weighted([
      [9, 'state'],
      [1, 'accept'],
      [1, 'retire'],
      [1, 'public table'],
    ] as const)
  ) {
    case 'state':
      return [nextState(history, false)];
    case 'public table':
      return [nextState(history, true)];
    case 'retire':
      return [{ kind: 'retire', name: `draw${dice.below(3)}` }];
    case 'accept': {
      policies.push(changedTables(dice, policyInForce({ policies, steps })));
      return [{ kind: 'accept', policy: policies.length - 1 }];
    }
  }
}

/** Another version; or the same name with files written anew; of a database without a name, just other rows. */
function nextState(
  { dice, cast, steps, policies, source, versioned, joined }: History,
  publicOnly: boolean,
): StateStep {
  const before = steps.findLast(step => step.kind === 'state') as StateStep;
  const tables = policyInForce({ policies, steps });
  const state = randomState(dice, tables, cast, before);
  const number = steps.filter(({ kind }) => kind === 'state').length + 1;
  const mayKeepName = source === 'duckdb' && dice.chance(0.5);
  const version = versioned ? (mayKeepName ? before.version : `v${number}`) : null;
  const protects = Object.keys(tables).filter(name => isProtected(tables[name]));
  if (joined && !publicOnly && dice.chance(0.5))
    return { ...writtenAlone(before, state, dice.pick(protects)), version };
  if (publicOnly)
    return { ...before, others: { ...before.others, wards: state.others.wards }, written: ['wards'], version };
  return { kind: 'state', ...state, written: Object.keys(tables), version };
}

/** One table changes, and the one that is joined to it stays as it was. */
function writtenAlone(before: StateStep, state: Worlds, table: string): StateStep {
  const changed = (rows: Rows, now: Rows): Rows => ({ ...rows, [table]: now[table] ?? [] });
  return {
    ...before,
    others: changed(before.others, state.others),
    one: changed(before.one, state.one),
    other: changed(before.other, state.other),
    written: [table],
  };
}

/** What is refused is tried too, but rarely. */
const TRIES = 6;

function asked({ dice, places, steps, delta, accepts }: History): Step[] {
  const earlier = steps.filter(step => step.kind === 'ask');
  if (earlier.length > 0 && dice.chance(0.15)) return [again(dice, dice.pick(earlier))];
  let step = oneQuestion(dice, places, delta);
  for (let tries = 0; tries < TRIES && !accepts(step.plans, step.options); tries++)
    step = oneQuestion(dice, places, delta);
  if (!dice.chance(0.06)) return [step];
  return dice.chance(0.5) ? [{ ...step, fails: true }, step] : [{ ...step, fails: true }];
}

function oneQuestion(dice: Dice, places: readonly Place[], delta: boolean): AskStep {
  const withDelta = delta && dice.chance(0.8);
  const place = dice.chance(0.8) ? places[places.length - 1] : dice.pick(places);
  const isPrivate = withDelta && dice.chance(0.5);
  return { kind: 'ask', plans: plansOf(dice, place, isPrivate), options: optionsOf(dice, withDelta) };
}

const again = (dice: Dice, { plans, options }: AskStep): AskStep => ({
  kind: 'ask',
  plans,
  options: dice.chance(0.5) ? { ...options, fresh: true } : options,
});

function plansOf(dice: Dice, place: Place, isPrivate: boolean): AskStep['plans'] {
  const number = dice.chance(0.1) ? 2 : 1;
  const first = randomPlan(dice, place, { isPrivate });
  return [
    first,
    ...Array.from({ length: number - 1 }, (_, i) => {
      // together they ask one table: what follows its last draw may differ
      const other = dice.chance(0.5) ? mapped(dice, { ...place, make: () => first.input }, 90 + i) : undefined;
      return randomPlan(dice, other ?? { ...place, make: () => first.input }, { isPrivate });
    }),
  ];
}

const EPSILONS = ['0.5', '1', '2', '3'];

function optionsOf(dice: Dice, withDelta: boolean): AskedOptions {
  const amount = dice.pick(EPSILONS);
  return {
    ...(dice.chance(0.5) ? { epsilon: amount } : { inner: { epsilon: amount } }),
    ...(withDelta && { delta: dice.pick(['0.01', '0.1', '0.3']) }),
    ...(dice.chance(0.08) && { interval: { share: '0.5' } }),
    ...(dice.chance(0.15) && { fresh: true as const }),
    ...(dice.chance(0.08) && { idempotencyKey: dice.pick(['k1', 'k2']) }),
  };
}
