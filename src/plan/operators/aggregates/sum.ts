/** The sum of a number with a public range; null counts as nothing. */
import { bounded, type CheckAggregate } from './question.ts';

export const checkSum: CheckAggregate<'sum'> = ({ name, of }, { check, noisy }) => {
  const value = bounded(check(of), name);
  return Object.freeze({
    kind: 'sum',
    name,
    uses: Object.freeze([noisy({ kind: 'total', of: value })]),
    step: value.domain.step,
  });
};
