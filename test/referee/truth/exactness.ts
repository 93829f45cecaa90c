/** One question at so large an epsilon that noise is nothing: whatever entry point it comes by, its answer is the documented one. */
import { isDeepStrictEqual } from 'node:util';
import { toNumber } from '../../../src/numerics/index.ts';
import type { Answer, Clinic, EntryPoint, Explanation } from './clinic.ts';
import type { Dice } from './dice.ts';
import { judge, type Scale } from './judging.ts';
import { after, byChance, type Drawn, truthOf } from './oracle.ts';
import { rowsPerUnitIn } from './per-person.ts';
import type { Question } from './question.ts';
import { peopleIn, type Value } from './reading.ts';
import * as words from './words.ts';

const HUGE = { epsilon: 1e10 };

export interface Verdict {
  readonly doors: readonly EntryPoint[];
  /** Why it was not answered, where that is in order. */
  readonly refused: string | null;
  readonly complaints: readonly string[];
}

/** Refusals that a question may deserve, whatever the data. */
const DESERVED = [
  'bound_missing',
  'overflow_possible',
  'sampling_unsupported',
  'size_not_public',
  'sample_needs_key',
  'delta_needed',
  'cap_needed',
  'value_out_of_range',
  'too_many_groups',
  'key_not_unique',
  'sample_differs',
];

export async function exactly(
  clinic: Clinic,
  question: Question,
  dice: Dice,
  entryPoints?: readonly EntryPoint[],
): Promise<Verdict> {
  const speaking = clinic.entryPointsFor(question);
  if (speaking.length === 0) return { doors: [], refused: 'unspeakable', complaints: [] };
  const first = dice.pick(speaking);
  const chosen = entryPoints?.filter(entryPoint => speaking.includes(entryPoint)) ?? [
    ...new Set([first, dice.pick(speaking)]),
  ];
  const options = { ...HUGE, fresh: true, ...(question.grouping === 'private' && { delta: 1e-9 }) };
  const drawn = await foundOut(clinic, question);
  if (typeof drawn === 'string')
    return { doors: chosen, refused: drawn, complaints: complaintsOf(clinic, question, drawn) };
  const replies = [];
  for (const entryPoint of chosen)
    replies.push({ door: entryPoint, reply: await clinic.ask(question, entryPoint, options) });
  const codes = [...new Set(replies.map(({ reply }) => ('code' in reply ? reply.code : 'answered')))];
  if (codes.length > 1) return { doors: chosen, refused: null, complaints: [`doors disagree: ${codes.join(', ')}`] };
  if ('code' in replies[0].reply) {
    const { code, message } = replies[0].reply;
    const objections = complaintsOf(clinic, question, code);
    return {
      doors: chosen,
      refused: code,
      complaints: objections.length === 0 ? objections : [`${objections[0]} ${message}`],
    };
  }
  const answers = replies as { readonly door: EntryPoint; readonly reply: Answer }[];
  const complaints = answers.flatMap(({ door: entryPoint, reply }) =>
    judgeReply(clinic, question, drawn.people, reply).map(text => `by ${entryPoint}: ${text}`),
  );
  const same = await sameByAllEntryPoints(clinic, question, speaking, answers);
  return {
    doors: chosen,
    refused: null,
    complaints: [...drawn.complaints, ...complaints, ...same, ...refusalMissing(clinic, question)],
  };
}

function judgeReply(clinic: Clinic, question: Question, drawn: Drawn, { rows }: Answer): readonly string[] {
  const { world } = clinic;
  const rowsPerUnit = rowsPerUnitIn(world, question);
  const groups = truthOf(world, question, drawn);
  return judge({ question, groups, rows, rowsPerUnit, scale: scaleOf(clinic, question) });
}

const joins = ({ steps }: Question): boolean => steps.some(({ kind }) => kind === 'join');

const isDoubled = ({ world }: Clinic): boolean => world.oddities.includes('duplicate public key');

function refusalMissing(clinic: Clinic, question: Question): string[] {
  return joins(question) && isDoubled(clinic) ? ['a public table whose key is there twice was joined'] : [];
}

function complaintsOf(clinic: Clinic, question: Question, code: string): string[] {
  if (code === 'key_not_unique' && !(joins(question) && isDoubled(clinic))) return ['a unique key was refused'];
  return DESERVED.includes(code) ? [] : [`refused with ${code}`];
}

/** Who is in the sample: asked of the sample itself, one group a person. */
async function foundOut(
  clinic: Clinic,
  { table, steps }: Question,
): Promise<string | { readonly people: Drawn; readonly complaints: readonly string[] }> {
  const last = steps.findLastIndex(byChance);
  if (last < 0) return { people: undefined, complaints: [] };
  const { world } = clinic;
  const who = words.column<never>('who', world.columns.who);
  const blood = words.column('blood', world.columns.blood);
  const strata = steps.some(({ kind }) => kind === 'stratified') ? [{ name: 'blood', of: blood, plain: true }] : [];
  const question: Question = {
    table,
    steps: steps.slice(0, last + 1),
    grouping: 'public',
    keys: [...strata, { name: 'who', of: who, plain: true }],
    aggregates: [{ kind: 'mean', name: 'a0', of: who }],
  };
  const reply = await clinic.ask(question, 'plan', HUGE);
  if ('code' in reply) return reply.code;
  const there = reply.rows.filter(({ values }) => (values.a0 as { estimate: number | null }).estimate !== null);
  const numbers = new Set(there.map(({ key }) => key.who));
  const ids = peopleIn(world, table).filter(({ rows }) => numbers.has(toNumber(rows[0].who as never, 'nearest')));
  const people = new Set(ids.map(({ id }) => id));
  return { people, complaints: wrongPeople(clinic, question, people) };
}

/** Of exact sizes nobody is missing, and of coins that always fall alike neither. */
function wrongPeople({ world }: Clinic, { table, steps }: Question, people: ReadonlySet<string>): string[] {
  const before = { table, steps: steps.slice(0, -1) };
  if (before.steps.some(byChance)) return [];
  const candidates = after(world, before, undefined).map(({ id }) => id);
  const strangers = [...people].filter(id => !candidates.includes(id));
  if (strangers.length > 0) return [`${strangers.length} people are drawn who are not there`];
  const step = steps[steps.length - 1];
  const expected =
    step.kind === 'fixed-size'
      ? Math.min(step.size, candidates.length)
      : step.kind === 'fraction' || (step.kind === 'bernoulli' && step.rate === 1)
        ? Math.floor(step.rate * candidates.length + 1e-9)
        : people.size;
  return people.size === expected ? [] : [`${people.size} people are drawn by ${step.kind}, and ${expected} should be`];
}

/** Strata of strata are by one column: who is in both was drawn twice. */
const inBoth = (first: Rates | undefined, then: Rates): Rates =>
  first === undefined
    ? then
    : Object.fromEntries(
        Object.entries(then).flatMap(([stratum, rate]) =>
          Object.hasOwn(first, stratum) ? [[stratum, rate * first[stratum]]] : [],
        ),
      );

type Rates = Readonly<Record<string, number>>;

function scaleOf({ world }: Clinic, { table, steps, keys }: Question): Scale {
  const people = peopleIn(world, table).length;
  let rate: number | undefined = 1;
  let strata: Extract<Question['steps'][number], { kind: 'stratified' }> | undefined;
  let [rounded, drawn] = [false, false];
  // whose number is public
  let known = world.sizeIsPublic && table === 'visits';
  for (const step of steps) {
    if (step.kind === 'take' || step.kind === 'skip') [rate, strata, rounded, drawn] = [1, undefined, false, false];
    if (byChance(step)) drawn = true;
    if (step.kind === 'bernoulli') rate = rate && rate * step.rate;
    if (step.kind === 'split') rate = rate && rate * step.rates[step.part];
    if (step.kind === 'fraction') {
      rate = rate && rate * (known ? Math.floor(step.rate * people + 1e-9) / people : step.rate);
      rounded ||= !known;
    }
    if (step.kind === 'fixed-size') rate = known ? rate && rate * Math.min(1, step.size / people) : undefined;
    if (step.kind === 'stratified') strata = { ...step, rates: inBoth(strata?.rates, step.rates) };
    if (step.kind !== 'derive' && step.kind !== 'perUnit') known = false;
  }
  const place = strata === undefined ? -1 : keys.findIndex(({ name, plain }) => plain && name === strata!.by);
  const rateOf = (key: readonly Value[]): number | null | undefined => {
    if (strata === undefined) return rate;
    if (place < 0) return rate && rate * Object.values(strata.rates)[0];
    const own = strata.rates[String(key[place])];
    return key[place] === null || own === undefined ? null : rate && rate * own;
  };
  return { rate: rateOf, rounded, drawn };
}

/** One plan, one price. */
async function sameByAllEntryPoints(
  clinic: Clinic,
  question: Question,
  entryPoints: readonly EntryPoint[],
  answers: readonly { readonly door: EntryPoint; readonly reply: Answer }[],
): Promise<string[]> {
  const plans: { readonly door: EntryPoint; readonly plan: unknown }[] = [];
  for (const entryPoint of entryPoints.filter(each => !each.startsWith('http')))
    plans.push({ door: entryPoint, plan: await clinic.plan(question, entryPoint) });
  const different = plans.filter(({ plan }) => !isDeepStrictEqual(plain(plan), plain(plans[0].plan)));
  const unlike = different.map(
    ({ door: entryPoint, plan }) =>
      `${entryPoint} and ${plans[0].door} make two plans: ${JSON.stringify(plan)} and ${JSON.stringify(plans[0].plan)}`,
  );
  const prices: Explanation[] = [];
  if (question.steps.every(step => !byChance(step)))
    for (const { door: entryPoint } of answers)
      prices.push(
        await clinic.explain(question, entryPoint, {
          epsilon: 0.5,
          ...(question.grouping === 'private' && { delta: 1e-9 }),
        }),
      );
  const charged = (price: Explanation): unknown =>
    'code' in price ? price.code : { charged: price.charged, error: price.error };
  const dearer = prices.some(price => !isDeepStrictEqual(plain(charged(price)), plain(charged(prices[0]))));
  const [one, ...others] = answers.map(({ reply }) => reply.charged);
  // what is asked later of a sample may cost less
  const paid =
    question.steps.every(step => !byChance(step)) && others.some(other => !isDeepStrictEqual(plain(one), plain(other)));
  return [
    ...unlike,
    ...(dearer ? ['doors explain another price'] : []),
    ...(paid ? ['doors charge another price'] : []),
  ];
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
