import { expect, test } from 'vitest';
import { campaignOf } from '../../../test/support/campaign.ts';
import { exactly } from '../../../test/support/exactly.ts';
import { roll, sidesOf, type Truth } from '../protocol/index.ts';
import { said } from './report.ts';

/** The law of everything that somebody says, in all rounds. */
const lawOf = (protocol: 'one-report' | 'two-rounds', truth: Truth) => {
  const campaign = campaignOf({
    protocol,
    answers: { kind: 'choices', values: ['yes'] },
    sampling: 0.5,
    baseline: [0.3, 0.2],
  });
  const rounds = protocol === 'two-rounds' ? [1, 2] : [1];
  return exactly(below => {
    const rolled = roll(below, sidesOf(campaign, 1));
    return rounds.map(round => said(campaign, round, rolled, truth)).join();
  });
};

test('two rounds: the sampled say 0 and then the truth, everybody else the same twice', () => {
  expect(lawOf('two-rounds', 'yes')).toEqual({ '0,1': '1/2', '0,0': '3/10', '1,1': '1/5' });
  expect(lawOf('two-rounds', null)).toEqual({ '0,0': '4/5', '1,1': '1/5' });
});

test('one report: what the second round has more than the first', () => {
  expect(lawOf('one-report', 'yes')).toEqual({ 1: '1/2', 0: '1/2' });
  expect(lawOf('one-report', null)).toEqual({ 0: '1' });
});
