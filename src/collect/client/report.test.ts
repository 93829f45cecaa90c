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

test.each(['one-report', 'two-rounds'] as const)('%s: what is no answer is refused however the die fell', protocol => {
  const campaign = campaignOf({ protocol, answers: { kind: 'numbers', edges: [0, 18, 65] }, baseline: null });
  const last = protocol === 'two-rounds' ? 2 : 1;
  // as a form gives it
  for (const truth of ['37', { latitude: 1, longitude: 1 }, undefined as unknown as Truth])
    for (const rolled of ['sampled', 0, 1] as const)
      expect(() => said(campaign, last, rolled, truth)).toThrow(
        expect.objectContaining({ code: 'value_out_of_range' }),
      );
});
