import { describe, expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { arithmetic, column, compare, count, number, plan, scan, text } from '../../test/support/plan-builders.ts';
import { loadPolicy } from '../source/index.ts';
import { check } from './check.ts';
import type { Aggregate, PostProcessing } from './plan.ts';

const policy = await loadPolicy(hospital);
const visits = scan('visits');
const age = column('age');
const asked = (...aggregates: readonly Aggregate[]) => check(plan(visits, aggregates), policy);

describe('statistics', () => {
  const ranges = (...aggregates: readonly Aggregate[]) =>
    asked(...aggregates).statistics.map(statistic =>
      'low' in statistic ? [statistic.kind, statistic.low, statistic.high] : [statistic.kind],
    );

  test.each<[string, Aggregate, ReturnType<typeof ranges>]>([
    ['count', count, [['rows']]],
    ['units', { kind: 'units', name: 'u' }, [['units']]],
    ['sum', { kind: 'sum', name: 's', of: column('cost') }, [['total', 0n, 1_000_000n]]],
    [
      'mean: how far from both ends',
      { kind: 'mean', name: 'm', of: age },
      [
        ['weighted', 0n, 120n],
        ['weighted', 0n, 120n],
      ],
    ],
    [
      'variance: squares of the distances from both ends, and twice their product',
      { kind: 'variance', name: 'v', of: age },
      [
        ['weighted', 0n, 14_400n],
        ['weighted', 0n, 14_400n],
        ['weighted', 0n, 14_400n],
      ],
    ],
    ['covariance', { kind: 'covariance', name: 'c', of: age, with: column('urgent') }, []],
    [
      'histogram: numbers of bins',
      { kind: 'histogram', name: 'h', of: age, edges: ['0', '18', '65.5', '120'] },
      [['values', 0n, 2n]],
    ],
    [
      'median of days',
      { kind: 'quantile', name: 'q', of: column('seen'), rank: '0.5' },
      [['values', 18_262n, 20_818n]],
    ],
  ])('%s', (name, aggregate, expected) => {
    if (name === 'covariance') expect(() => ranges(aggregate)).toThrow(/must be a number/);
    else expect(ranges(aggregate)).toEqual(expected);
  });

  test('only columns that are mentioned are read', () => {
    const { input } = check(
      plan({ kind: 'where', input: visits, condition: compare(age, 'less', number('9')) }, [
        { kind: 'sum', name: 's', of: column('cost') },
      ]),
      policy,
    );
    expect(input.kind === 'where' && input.input.kind === 'scan' && input.input.reads.map(({ name }) => name)).toEqual([
      'age',
      'cost',
    ]);
  });
});

describe('refusals', () => {
  test.each<[string, readonly Aggregate[], string]>([
    ['nothing asked', [], 'value_out_of_range'],
    ['one name twice', [count, { kind: 'units', name: 'count' }], 'name_taken'],
    ['text added up', [{ kind: 'sum', name: 's', of: column('town') }], 'type_mismatch'],
    ['no public range', [{ kind: 'sum', name: 's', of: { kind: 'length', operand: column('town') } }], 'bound_missing'],
    ['no step', [{ kind: 'mean', name: 'm', of: column('weight') }], 'bound_missing'],
    ['a median of text', [{ kind: 'quantile', name: 'q', of: column('town'), rank: '0.5' }], 'type_mismatch'],
    ['a rank above 1', [{ kind: 'quantile', name: 'q', of: age, rank: '1.01' }], 'value_out_of_range'],
    ['one edge', [{ kind: 'histogram', name: 'h', of: age, edges: ['1'] }], 'value_out_of_range'],
    ['edges that fall', [{ kind: 'histogram', name: 'h', of: age, edges: ['1', '1'] }], 'value_out_of_range'],
    [
      'a square beyond 2^63',
      [{ kind: 'variance', name: 'v', of: arithmetic(column('cost'), 'multiply', column('cost')) }],
      'overflow_possible',
    ],
  ])('%s', (_name, aggregates, code) => expect(() => asked(...aggregates)).toThrow(expect.objectContaining({ code })));

  test('a clamp is a public range', () => {
    const of = { kind: 'clamp', operand: { kind: 'length', operand: column('town') }, low: '0', high: '40' } as const;
    expect(asked({ kind: 'sum', name: 's', of }).statistics[0]).toMatchObject({ low: 0n, high: 40n });
  });

  test.each<[string, PostProcessing, string]>([
    ['having', { having: compare(column('sum'), 'less', number('1')) }, 'unknown_column'],
    ['order', { order: [{ name: 'age', descending: false }] }, 'unknown_column'],
    ['having of a text', { having: compare(column('count'), 'less', text('1')) }, 'type_mismatch'],
    ['having that is no condition', { having: column('count') }, 'type_mismatch'],
    ['a limit of NaN', { limit: Number.NaN }, 'value_out_of_range'],
    ['a limit below 0', { limit: -1 }, 'value_out_of_range'],
  ])('%s speaks of the answer only', (_name, postProcessing, code) => {
    expect(() => check({ ...plan(visits), afterwards: postProcessing }, policy)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

test('a checked plan is frozen to its leaves', () => {
  const checked = check(
    plan({ kind: 'where', input: visits, condition: { kind: 'in', operand: column('ward'), values: [text('A')] } }, [
      { kind: 'variance', name: 'v', of: age },
    ]),
    policy,
  );
  const thawed: string[] = [];
  const visit = (data: unknown, path: string): void => {
    if (typeof data !== 'object' || data === null || path === '.plan') return;
    if (!Object.isFrozen(data)) thawed.push(path);
    for (const [name, inner] of Object.entries(data)) visit(inner, `${path}.${name}`);
  };
  visit(checked, '');
  expect(thawed.filter(path => path !== '.postProcessing')).toEqual([]);
});
