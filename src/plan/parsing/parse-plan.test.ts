import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tables } from '../../../test/engines/hospital.ts';
import { randomPlan } from '../../../test/engines/random-plan.ts';
import { column, compare, count, number, plan, scan, text } from '../../../test/support/plan-builders.ts';
import { loadPolicy } from '../../source/index.ts';
import { fingerprintOf } from '../../text/index.ts';
import { Refusal } from '../../vocabulary/index.ts';
import { check } from '../check.ts';
import type { SampleScheme, SplitScheme } from '../operators/schemes/schemes.ts';
import type { Plan, PlanTable } from '../plan.ts';
import { parsePlan } from './parse-plan.ts';

const sent = (data: unknown): Plan => parsePlan(JSON.parse(JSON.stringify(data)));
const survives = (given: Plan): void => {
  expect(fingerprintOf(sent(given))).toBe(fingerprintOf(given));
};

const small = plan(scan('visits'));

const samples: readonly SampleScheme[] = [
  { kind: 'bernoulli', rate: '0.05' },
  { kind: 'fixed-size', size: 1000 },
  { kind: 'fraction', rate: '0.5' },
  {
    kind: 'stratified',
    by: 'ward',
    rates: [
      { stratum: 'A', rate: '0.5' },
      { stratum: 'true', rate: '1' },
      { stratum: '3', rate: '0' },
    ],
  },
  { kind: 'take', by: 'age', descending: true, size: 10 },
  { kind: 'skip', by: 'age', descending: false, size: 0 },
];
const splits: readonly SplitScheme[] = [
  { kind: 'random', parts: [{ name: 'train', rate: '0.8' }] },
  { kind: 'key', by: 'ward' },
  { kind: 'fixed-size', size: 9 },
  { kind: 'fraction', rate: '0.1' },
  { kind: 'take-skip', by: 'age', descending: true, size: 10 },
];

/** Every way to derive a table by chance or by order. */
const derivations: readonly ((input: PlanTable) => PlanTable)[] = [
  ...samples.map(scheme => (input: PlanTable) => ({ kind: 'sample', input, scheme, name: null }) as const),
  ...splits.map(split => (input: PlanTable) => ({ kind: 'part', input, split, part: null, name: 'june' }) as const),
];

describe('a plan survives being sent', () => {
  test('whatever it asks', () => fc.assert(fc.property(randomPlan, survives), { numRuns: 300 }));

  test.each(derivations.map(derive => derive(scan('visits'))))('derived by chance or order: %j', input =>
    survives(plan(input)),
  );

  test('and is frozen all the way down', () => {
    const read = sent(
      plan({ kind: 'where', input: scan('visits'), condition: compare(column('age'), 'less', number('9')) }),
    );
    expect([read, read.input, read.aggregates, read.aggregates[0]].every(Object.isFrozen)).toBe(true);
  });
});

/** The code, and the sentence. */
function refusalOf(data: unknown): string {
  try {
    parsePlan(data);
    return 'accepted';
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return `${thrown.code}: ${thrown.message}`;
  }
}

const where = (condition: unknown) => ({ ...small, input: { kind: 'where', input: scan('visits'), condition } });
const literal = (type: unknown, value: unknown) => where({ kind: 'literal', type, value });

describe('refused with its place', () => {
  test.each<[unknown, string]>([
    [
      null,
      'plan_invalid: The plan must be an object with the keys version, input, grouping, aggregates, afterwards, interval.',
    ],
    [[], 'The plan must be an object'],
    ['plan', 'The plan must be an object'],
    [undefined, 'The plan must be an object'],
    [{ ...small, version: 2 }, 'version must be 1.'],
    [{ ...small, note: '' }, 'The plan has the unknown key "note"'],
    [JSON.parse(`{"__proto__": 1, ${JSON.stringify(small).slice(1)}`), 'The plan has the unknown key "__proto__"'],
    [{ ...small, input: { kind: 'scan', table: 7 } }, 'input.table must be a well-formed text'],
    [{ ...small, input: { kind: 'scan' } }, 'input.table is missing'],
    [{ ...small, input: { kind: 'scan', table: 'a\0b' } }, 'input.table must be a well-formed text'],
    [{ ...small, input: { kind: 'drop', table: 'visits' } }, 'input.kind must be one of scan, where'],
    [{ ...small, input: { kind: 'constructor' } }, 'input.kind must be one of scan, where'],
    [{ ...small, input: [scan('visits')] }, 'input must be'],
    [{ ...small, aggregates: { 0: count } }, 'aggregates must be a list'],
    [{ ...small, aggregates: [count, null] }, 'aggregates[1] must be an object with a kind'],
    [
      { ...small, aggregates: [{ kind: 'quantile', name: 'q', of: column('age'), rank: 0.5 }] },
      'aggregates[0].rank must be a number in plain digits',
    ],
    [{ ...small, afterwards: { limit: '3' } }, 'afterwards.limit must be a whole number'],
    [{ ...small, afterwards: { limit: 1e300 } }, 'afterwards.limit must be a whole number'],
    [{ ...small, afterwards: { having: undefined } }, 'afterwards.having must be'],
    [where(true), 'input.condition must be an object with a kind'],
    [where({ kind: 'and', operands: 'all' }), 'input.condition.operands must be a list'],
    [
      where({ kind: 'comparison', operator: '=', left: text('a'), right: text('b') }),
      'input.condition.operator must be one of equal',
    ],
    [where({ ...column('age'), type: 'integer' }), 'input.condition has the unknown key "type"'],
    [literal('float', '1'), 'input.condition.type must be one of'],
    [literal('number', 1), 'input.condition.value must be text, true, false or null'],
    ...['NaN', 'Infinity', '1e3', '01', '-0', '1.0', '+1', ' 1', '1n', '0x10', '', '１', '9'.repeat(321)].map(
      (value): [unknown, string] => [
        literal('number', value),
        'input.condition.value must be a number in plain digits',
      ],
    ),
    [literal('integer', '1.5'), 'input.condition.value must be a whole number'],
    [literal('boolean', 'true'), 'input.condition.value must be true or false'],
    [literal('text', true), 'input.condition.value must be a well-formed text'],
    [literal('text', '\ud800'), 'input.condition.value must be a well-formed text'],
    [literal('date', '2023-02-29'), 'input.condition.value must be a date'],
    [literal('timestamp', '2023-02-28'), 'input.condition.value must be a time'],
    [
      {
        ...small,
        input: { kind: 'sample', input: scan('visits'), scheme: { kind: 'bernoulli', rate: 0.5 }, name: null },
      },
      'input.scheme.rate must be a number in plain digits',
    ],
    [
      { ...small, input: { kind: 'sample', input: scan('visits'), scheme: { kind: 'bernoulli', rate: '0.5' } } },
      'input.name is missing',
    ],
  ])('%j', (data, refusal) => expect(refusalOf(data)).toContain(refusal));

  test('of the wrong size', () => {
    let deep: unknown = column('urgent');
    for (let i = 0; i < 10_000; i++) deep = { kind: 'not', operand: deep };
    const circle: Record<string, unknown> = { kind: 'not' };
    circle.operand = circle;
    const many = { kind: 'and', operands: Array.from({ length: 200_000 }, () => column('urgent')) };
    for (const condition of [deep, circle, many, text('x'.repeat(2e6))])
      expect(refusalOf(where(condition))).toMatch(/^plan_too_large: /);
  });

  test('but not what people may ask: a choice as deep as any that is checked', () => {
    let deep: unknown = text('z');
    for (let i = 0; i < 200; i++)
      // biome-ignore lint/suspicious/noThenProperty: the plan's own word, and nobody awaits a plan
      deep = { kind: 'case', branches: [{ when: column('urgent'), then: deep }], otherwise: text('') };
    expect(refusalOf(where(deep))).toBe('accepted');
  });

  test('what is no plan is refused, and what is one is checked: nothing else is ever thrown', async () => {
    const known = await loadPolicy({
      source: { engine: 'duckdb', path: 'visits.parquet' },
      tables,
      budget: { epsilon: 1 },
      ledger: 'sqlite:none',
    });
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.constant(ANOTHER),
      fc.constant(ANOTHER),
      fc.constantFrom<unknown>(
        {},
        [],
        '',
        'kind',
        -1,
        1e308,
        '__proto__',
        { kind: 'column' },
        { __proto__: null },
        column('age'),
        number('7'),
        text('A'),
        '0',
        '2',
        '-0.5',
        '0.5',
        0,
        Number.MAX_SAFE_INTEGER,
        null,
      ),
    );
    const derivation = fc.option(fc.constantFrom(...derivations));
    const outcomes = new Map<string, number>();
    fc.assert(
      fc.property(randomPlan, derivation, junk, fc.nat(), fc.nat(), (given, derive, value, place, other) => {
        const drawn = derive === null ? given : { ...given, input: derive(given.input) };
        const spoilt = spoil(JSON.parse(JSON.stringify(drawn)), value, place, other);
        const outcome = outcomeOf(() => check(parsePlan(spoilt), known));
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }),
      { numRuns: 1500, seed: 15 },
    );
    expect(outcomes.get('plan_invalid')).toBeGreaterThan(100);
    expect(outcomes.get('accepted')).toBeGreaterThan(10);
  });
});

/** Stands for some other entry of the same plan. */
const ANOTHER = Symbol('another');

function outcomeOf(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.code;
    throw thrown;
  }
}

/** The data with one of its entries, wherever it is, replaced: by a value, or by another of its entries. */
function spoil(data: object, value: unknown, place: number, other: number): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (inside: unknown): void => {
    if (typeof inside !== 'object' || inside === null) return;
    for (const [key, entry] of Object.entries(inside)) {
      places.push([inside as Record<string, unknown>, key]);
      visit(entry);
    }
  };
  visit(data);
  const [holder, key] = places[place % places.length];
  const [lender, lent] = places[other % places.length];
  holder[key] = value === ANOTHER ? JSON.parse(JSON.stringify(lender[lent])) : value;
  return data;
}
