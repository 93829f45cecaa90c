import { expect, test } from 'vitest';
import { failureOf, isWithin, playedStrategy, type Transcript } from '../../../test/support/tree-strategies.ts';
import { reproducibleEntropy, uniform } from '../../random/index.ts';

const STRATEGIES = 1500;

const loss = ({ one, other }: Transcript): number => Math.abs(Math.log(one / other));

test.each(['add-remove', 'replace-one'] as const)(
  'no strategy under %s learns more than the root was charged; charging each question alone is refuted',
  relation => {
    const below = uniform(reproducibleEntropy(41));
    let [refuted, reached] = [0, 0];
    for (let strategy = 0; strategy < STRATEGIES; strategy++) {
      const played = playedStrategy(below, relation);
      for (const transcript of played) {
        const { charged, inFull } = transcript;
        if (!isWithin(transcript, charged)) expect(loss(transcript), `strategy ${strategy}`).toBeLessThan(charged);
        if (charged > 0 && charged < 0.9 * inFull) reached = Math.max(reached, loss(transcript) / charged);
      }
      if (played.some(transcript => !isWithin(transcript, transcript.separately))) refuted++;
    }
    // charges below what the tables were asked are reached too: nothing here is only generous
    expect(reached).toBeGreaterThan(0.999);
    expect(refuted).toBeGreaterThan(STRATEGIES / 50);
  },
);

test('with a delta, whole strategies keep the most that any of their transcripts was charged', () => {
  const below = uniform(reproducibleEntropy(42));
  let [failing, reached, refuted] = [0, 0, 0];
  for (let strategy = 0; strategy < 1000; strategy++) {
    const played = playedStrategy(below, 'add-remove', { drawings: 2, isFailing: true });
    const most = (amountOf: (transcript: Transcript) => number): number => Math.max(...played.map(amountOf));
    const delta = most(transcript => transcript.delta);
    if (delta === 0) continue;
    failing++;
    const failure = failureOf(
      played,
      most(transcript => transcript.charged),
    );
    expect(failure, `strategy ${strategy}`).toBeLessThanOrEqual(delta * (1 + 1e-12));
    reached = Math.max(reached, failure / delta);
    if (failure > most(transcript => transcript.naiveDelta) * (1 + 1e-12)) refuted++;
  }
  console.log(failing, reached, refuted);
});
