/** The demo's questions, each as it is asked, and what its bars show. */
import { type Answered, type AnswerRow, type Data, mean, sum, units } from '../src/index.ts';
import type { Bar } from './chart.ts';
import type { Truth } from './hospital.ts';
import type { hospitalPolicy } from './policy.ts';

export type Hospital = Data<ReturnType<typeof hospitalPolicy>>;

/** A question that can be asked: fluent and SQL alike. */
type Asking = Awaited<ReturnType<Hospital['sql']>>;

export interface DemoQuestion {
  readonly words: string;
  readonly code: string;
  readonly spend: { readonly epsilon: number; readonly delta?: number };
  readonly asking: Asking;
  readonly chart?: { readonly label: string; readonly bars: (answer: Answered) => Bar[] };
}

export async function questionsTo(data: Hospital, truth: Truth): Promise<readonly DemoQuestion[]> {
  const visits = data.table('visits');
  return [
    {
      words: 'How many visits did each ward have?',
      code: "visits.count().by('ward').ask({ epsilon: 0.2 })",
      spend: { epsilon: 0.2 },
      asking: visits.count().by('ward'),
      chart: { label: 'visits', bars: wardBars('count', truth.visitsByWard) },
    },
    {
      words: 'What did the visits of each ward cost, together and on average?',
      code: "visits.aggregate({ total: sum('cost'), average: mean('cost') }).by('ward').ask({ epsilon: 0.6 })",
      spend: { epsilon: 0.6 },
      asking: visits.aggregate({ total: sum('cost'), average: mean('cost') }).by('ward'),
      chart: { label: 'average cost of a visit', bars: wardBars('average', truth.meanCostByWard) },
    },
    {
      words: 'Where do the patients come from? Towns are not public: too few people, and a name stays hidden.',
      code: "visits.aggregate({ patients: units() }).byPrivate('town').orderBy('patients', 'descending').limit(12).ask({ epsilon: 0.5, delta: 1e-6 })",
      spend: { epsilon: 0.5, delta: 1e-6 },
      asking: visits.aggregate({ patients: units() }).byPrivate('town').orderBy('patients', 'descending').limit(12),
      chart: { label: 'patients', bars: ({ rows }) => bars(rows, 'town', 'patients', new Map()) },
    },
    {
      words: 'How old is the patient of the visit in the middle?',
      code: "data.sql('SELECT median(age) FROM visits') ... .ask({ epsilon: 0.2 })",
      spend: { epsilon: 0.2 },
      asking: await data.sql('SELECT median(age) FROM visits'),
    },
  ];
}

/** The group of visits without a ward is empty: its mean is noise over nothing. */
export const wardBars =
  (value: string, truth: ReadonlyMap<string, number>) =>
  ({ rows }: Answered): Bar[] =>
    bars(
      rows.filter(({ key }) => key.ward !== null),
      'ward',
      value,
      truth,
    );

function bars(rows: readonly AnswerRow[], key: string, value: string, truth: ReadonlyMap<string, number>): Bar[] {
  return rows.flatMap(row => {
    const released = row.values[value];
    if (!('interval95' in released) || released.interval95 === null || released.estimate === null) return [];
    const name = row.key[key] === null ? 'none given' : String(row.key[key]);
    return [{ name, estimate: released.estimate, interval: released.interval95, truth: truth.get(name) }];
  });
}
