/** The campaign of both examples: how people come to work, asked in two rounds. */
import { type Campaign, readCampaign } from '../../src/collect/protocol/index.ts';

export const commute = (aggregators: readonly string[]): Campaign =>
  readCampaign({
    version: 1,
    name: 'commute',
    question: 'How did you come to work today?',
    answers: { kind: 'choices', values: ['train', 'bus', 'bicycle'] },
    protocol: 'two-rounds',
    validity: 'plain',
    sampling: 0.4,
    baseline: [0.15, 0.15, 0.15, 0.15],
    noise: { epsilon: 1 },
    aggregators,
    closes: null,
  });
