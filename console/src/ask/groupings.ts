/** By what a column can be grouped: the one place that knows which SQL the service understands for it. */
import type { TableList } from '../../../src/service/contract/budget.ts';
import { quotedName } from './sql-words.ts';

export type OfferedTable = TableList['tables'][number];
export type OfferedColumn = OfferedTable['columns'][number];

export interface GroupChoice {
  readonly column: string;
  readonly by: keyof typeof GROUPINGS;
}

interface GroupingWay {
  readonly types: readonly string[];
  readonly words: (column: string) => string;
  readonly sql: (name: string) => string;
  /** The number of a moment's group, counted from any of them: needed where a long time has many. */
  readonly place?: (moment: Date) => number;
}

const DATES = ['date', 'timestamp'];
const DAY = 86_400_000;

export const GROUPINGS = {
  value: {
    types: ['category', 'boolean', 'integer', 'text'],
    words: column => column,
    sql: name => name,
  },
  year: { types: DATES, words: column => `year of ${column}`, sql: name => `EXTRACT(year FROM ${name})` },
  month: {
    types: DATES,
    words: column => `month (1 to 12) of ${column}`,
    sql: name => `EXTRACT(month FROM ${name})`,
  },
  monthly: {
    types: DATES,
    words: column => `month and year of ${column}`,
    sql: name => `date_trunc('month', ${name})`,
    place: moment => 12 * moment.getUTCFullYear() + moment.getUTCMonth(),
  },
  weekly: {
    types: DATES,
    words: column => `week of ${column}`,
    sql: name => `date_trunc('week', ${name})`,
    // weeks begin on Mondays; 1970 began on a Thursday
    place: moment => Math.floor((moment.getTime() / DAY + 3) / 7),
  },
  weekday: { types: DATES, words: column => `day of the week of ${column}`, sql: name => `EXTRACT(dow FROM ${name})` },
  hour: { types: ['timestamp'], words: column => `hour of ${column}`, sql: name => `EXTRACT(hour FROM ${name})` },
} as const satisfies Record<string, GroupingWay>;

export const groupWords = ({ column, by }: GroupChoice): string => GROUPINGS[by].words(column);

export const groupSql = ({ column, by }: GroupChoice): string => GROUPINGS[by].sql(quotedName(column));

/** Every way in which some column can be grouped. */
export const groupsOf = (columns: readonly OfferedColumn[]): readonly GroupChoice[] =>
  columns.flatMap(column =>
    (Object.keys(GROUPINGS) as (keyof typeof GROUPINGS)[])
      .filter(by => (GROUPINGS[by].types as readonly string[]).includes(column.type))
      .map(by => ({ column: column.name, by })),
  );

/** The service lists so many public values at most; of more it shows those that enough people have, which needs a delta. */
const LISTED_MOST = 10_000;

export function needsThreshold({ column, by }: GroupChoice, columns: readonly OfferedColumn[]): boolean {
  const found = columns.find(({ name }) => name === column);
  if (found === undefined) return false;
  const { place }: GroupingWay = GROUPINGS[by];
  if (place !== undefined) return !(place(new Date(found.max ?? '')) - place(new Date(found.min ?? '')) < LISTED_MOST);
  if (by !== 'value' || found.values !== undefined) return false;
  if (found.type === 'text') return true;
  return found.type === 'integer' && Number(found.max) - Number(found.min) >= LISTED_MOST;
}
