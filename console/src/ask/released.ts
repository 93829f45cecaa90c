/** One released value, as people read it: the estimate, and apart from it how far it may be off. */
import type { AnswerRowJson } from '../../../src/service/contract/answers.ts';
import { figure, roundedBy } from '../parts/numbers.ts';

type Released = AnswerRowJson['values'][string];

export interface ReleasedWords {
  /** Null where there is none; `why` says the reason then. */
  readonly estimate: string | null;
  readonly error: string;
  readonly why: string;
  /** What a column is sorted by. */
  readonly order: number | string | null;
}

/** Why there is no estimate. */
const WITHHELD: Readonly<Record<string, string>> = {
  too_few: 'too few to tell',
  not_drawn: 'not drawn',
  undefined: 'undefined',
};

export function releasedWords(released: Released): ReleasedWords {
  if ('bins' in released) {
    const bins = released.bins.map(({ from, to, estimate }) => `${from} to ${to}: ${figure(estimate)}`);
    return { estimate: bins.join('; '), error: '', why: '', order: null };
  }
  if ('threshold' in released) {
    const [low, high] = [released.min, released.max];
    return low === null ? none('too_few') : { estimate: `${low} to ${high}`, error: '', why: '', order: low };
  }
  const { estimate, interval95, reason, rankError95 = null } = released;
  if (estimate === null) return none(reason ?? 'too_few');
  if (typeof estimate === 'string') return { estimate, error: rankText(rankError95), why: '', order: estimate };
  if (interval95 === null) {
    const error = reason === 'unbounded' ? 'no bounds: it may divide by zero' : rankText(rankError95);
    return { estimate: figure(estimate), error, why: '', order: estimate };
  }
  const half = (interval95[1] - interval95[0]) / 2;
  const show = roundedBy(half);
  // an interval that lies unevenly around its estimate is given by its ends
  const isEven = Math.abs(interval95[0] + interval95[1] - 2 * estimate) <= 0.02 * half;
  const error = isEven ? `± ${show(half)}` : `${show(interval95[0])} to ${show(interval95[1])}`;
  return { estimate: show(estimate), error, why: '', order: estimate };
}

const none = (reason: string): ReleasedWords => ({ estimate: null, error: '', why: WITHHELD[reason], order: null });

const rankText = (ranks: number | null): string => (ranks === null ? '' : `rank error at most ${figure(ranks)}`);

/** Of a group, by all its keys. */
export const groupName = ({ key }: AnswerRowJson): string =>
  Object.values(key)
    .map(value => String(value ?? '(none)'))
    .join(', ');
