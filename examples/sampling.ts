/** The demo's questions to samples and parts: drawn by chance, priced by the accountant's tree, estimated for all patients. */
import { table } from '../src/cli/table.ts';
import { type Answered, bernoulli, fixedSize, mean, type Told } from '../src/index.ts';
import type { Truth } from './hospital.ts';
import { type DemoQuestion, type Hospital, wardBars } from './questions.ts';
import type { Section } from './report.ts';

export function questionsToSamples(data: Hospital, truth: Truth): readonly DemoQuestion[] {
  const visits = data.table('visits');
  const june = visits.sample(bernoulli(0.05), { name: 'june' });
  const { train, test } = visits.split({ train: 0.8, test: 0.2 }, { name: 'learning' });
  const few = visits.sample(fixedSize(5000), { name: 'five-thousand' });
  return [
    {
      words: 'How many visits did each ward have? From a secret 5 % sample of the patients',
      code: "const june = visits.sample(bernoulli(0.05), { name: 'june' });\njune.count().by('ward').ask({ epsilon: 0.2 })",
      spend: { epsilon: 0.2 },
      asking: june.count().by('ward'),
      chart: { label: 'visits', bars: wardBars('count', truth.visitsByWard) },
    },
    {
      words: 'A second question to the same sample: it composes inside, so the same epsilon allows less there',
      code: "june.aggregate({ average: mean('cost') }).by('ward').ask({ epsilon: 0.2 })",
      spend: { epsilon: 0.2 },
      asking: june.aggregate({ average: mean('cost') }).by('ward'),
      chart: { label: 'average cost of a visit', bars: wardBars('average', truth.meanCostByWard) },
    },
    {
      words: 'Four patients in five are for learning, the others for testing: what does a visit cost there?',
      code: "const { train, test } = visits.split({ train: 0.8, test: 0.2 }, { name: 'learning' });\ntrain.mean('cost').ask({ epsilon: 0.1 })",
      spend: { epsilon: 0.1 },
      asking: train.mean('cost'),
    },
    {
      words:
        'And in the other part: each patient is in one of the two, and in the smaller one the same epsilon allows more',
      code: "test.mean('cost').ask({ epsilon: 0.1 })",
      spend: { epsilon: 0.1 },
      asking: test.mean('cost'),
    },
    {
      words: 'How old are patients on average? From exactly 5,000 of them',
      code: "visits.sample(fixedSize(5000), { name: 'five-thousand' }).mean('age').ask({ epsilon: 0.1 })",
      spend: { epsilon: 0.1 },
      asking: few.mean('age'),
    },
  ];
}

const RATES = [0.01, 0.1, 0.5];
const SPENT = 0.05;

/** One question at several rates: a smaller sample allows more inside, and knows less. */
export async function ratesSection(data: Hospital, patients: number): Promise<Section> {
  const rows = [['rate', 'epsilon inside', 'patients', '95 % interval', 'standard error']];
  for (const rate of RATES) {
    const answer = await data.table('visits').sample(bernoulli(rate)).units().ask({ epsilon: SPENT });
    rows.push([`${100 * rate} %`, answer.inner.epsilon!.toFixed(3), ...estimateOf(answer, 'units')]);
  }
  const whole = await data.table('visits').units().ask({ epsilon: SPENT });
  rows.push(['all', whole.inner.epsilon!.toFixed(3), ...estimateOf(whole, 'units')]);
  return {
    title: `How many patients are there? The same epsilon, ${SPENT}, at several rates`,
    words: [
      `There are ${patients.toLocaleString('en-US')}. Sampling costs more than noise here: a sample pays where questions are many, or slow.`,
    ],
    code: 'visits.sample(bernoulli(rate)).units().ask({ epsilon: 0.05 })',
    text: table(rows),
  };
}

function estimateOf({ rows }: Answered, name: string): [estimate: string, interval: string, error: string] {
  const released: Told = rows[0].values[name];
  if (!('interval95' in released) || released.interval95 === null || released.estimate === null) return ['', '', ''];
  const [low, high] = released.interval95;
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
  return [whole(released.estimate), `${whole(low)} to ${whole(high)}`, whole(released.standardError)];
}
