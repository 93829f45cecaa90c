/** What is said of rows that do not fit a policy: what happens to them, how many they are, and what to change. */
import type { SchemaColumn } from '../plan/expressions/index.ts';
import type { Policy } from '../source/index.ts';
import type { fit } from '../sql/index.ts';

/** `Place`: a path into the policy, or where that stands in a file. */
export interface FitWarning<Place = readonly string[]> {
  readonly code: string;
  /** What in the policy causes it. */
  readonly place: Place;
  /** Of the table's rows; null where no rows are counted. */
  readonly share: number | null;
  readonly message: string;
}

/** Of something inside the table. */
export type TablePlace = (...place: string[]) => readonly string[];
export type Numbers<Name extends string> = (name: Name) => number;

/** Columns that name whose a row is, by the words that people use for it. */
export const NAMES_SOMEBODY =
  /^(user|person|patient|customer|client|member|account|subject|employee|student|visitor|device|household)s?_?(id|no|nr|number|key|uuid)?$|^(uid|userid|e?mail|ssn)$/i;

/** Beyond this share of unread values the type itself is in doubt. */
const DOUBTFUL = 0.9;

export function columnWarnings({ name, domain }: SchemaColumn, values: Numbers<string>, at: TablePlace): FitWarning[] {
  const [rows, present, read, beyond] = ['rows', ...['present', 'read', 'beyond'].map(each => `${name}: ${each}`)].map(
    values,
  );
  const place = at('columns', name);
  const unread = present - read;
  const [code, said] =
    domain.type === 'text'
      ? ['unlisted', 'that "values" does not list, and count as null. List it if it is real.']
      : unread > DOUBTFUL * present
        ? ['type_doubtful', `that is not a ${domain.type}: almost nothing can be read. Correct its type.`]
        : ['unparsable', `that is not a ${domain.type}, and count as null.`];
  return [
    ...warned(rows - present, rows, 'null_values', place, share => `${share} of the rows have no ${name}.`),
    ...warned(
      beyond,
      rows,
      'clamped',
      place,
      share =>
        `${share} of the rows have a ${name} beyond the bounds, and count as the nearest bound. Widen the bounds if such values are real.`,
    ),
    ...warned(unread, rows, code, place, share => `${share} of the rows have a ${name} ${said}`),
  ];
}

interface Owners {
  readonly rows: number;
  readonly column: string;
  readonly rowsMost: number;
  readonly isUnit: boolean;
  readonly isPublic: boolean;
  readonly at: TablePlace;
}

type OwnerCount = ReturnType<typeof fit.owners>['names'][number];

export function ownersWarnings(
  owners: Numbers<OwnerCount>,
  { rows, column, rowsMost, isUnit, isPublic, at }: Owners,
): FitWarning[] {
  const [place, above] = [at(isUnit ? 'unit' : 'key'), owners('rows above')];
  const people = percent(owners('units above') / owners('units'));
  return [
    ...warned(
      rows - owners('rows'),
      rows,
      isUnit ? 'unit_null' : 'key_null',
      place,
      share => `${share} of the rows have no ${column}, and are in no answer.`,
    ),
    ...warned(
      isUnit ? above : 0,
      rows,
      'rows_cut',
      at('rowsPerUnit'),
      share =>
        `${people} of the people have more than ${rowsMost} rows; ${share} of the rows are beyond that. Counts lack them; raise rowsPerUnit (more noise), or say so beside the answers.`,
    ),
    ...warned(isUnit ? 0 : above, rows, 'key_repeated', place, share =>
      isPublic
        ? `${share} of the rows repeat a ${column} of another row: questions that join this table are refused. Remove them, or choose another key.`
        : `${share} of the rows repeat a ${column} of another row, and are left out. Choose a unique column, or name it as "unit".`,
    ),
    ...warned(
      owners('alike'),
      owners('units'),
      'ids_alike',
      place,
      share =>
        `${share} of the values of ${column} differ from another only in case or spaces: one person may be protected as two. Spell them alike in a view.`,
    ),
  ];
}

/** Of a table whose rows are people of their own, though a column seems to say whose they are. */
export const repeatedOwners = (
  repeated: number,
  { rows, column, at }: Pick<Owners, 'rows' | 'column' | 'at'>,
): FitWarning[] =>
  warned(
    repeated,
    rows,
    'unit_missing',
    at(),
    share =>
      `Each row is protected by itself, but ${share} of the rows repeat a value of ${column}. If it identifies people, set "unit": "${column}" and "rowsPerUnit".`,
  );

/** Above this, e^epsilon says little. */
const EPSILON_LARGE = 10;

export function budgetWarnings({ budget: { epsilon, delta } }: Policy, people: number): FitWarning[] {
  const warnings: FitWarning[] = [];
  if (epsilon.nearest > EPSILON_LARGE)
    warnings.push({
      ...{ code: 'epsilon_large', place: ['budget', 'epsilon'], share: null },
      message: `A budget of epsilon ${epsilon.text} lets the answers become ${times(epsilon.nearest)} times likelier through one person, which promises little. Most deployments stay below ${EPSILON_LARGE}.`,
    });
  if (people > 0 && delta.nearest * people >= 1)
    warnings.push({
      ...{ code: 'delta_large', place: ['budget', 'delta'], share: null },
      message: `Delta ${delta.text} is at least 1 divided by the number of people: publishing somebody whole would be within the promise. Take less than ${(0.01 / people).toPrecision(1)}.`,
    });
  return warnings;
}

/** e^epsilon, which soon is more than a double holds. */
const times = (epsilon: number): string =>
  epsilon < 700 ? Math.exp(epsilon).toPrecision(2) : `10^${Math.floor(epsilon * Math.LOG10E)}`;

function warned(
  count: number,
  of: number,
  code: string,
  place: readonly string[],
  message: (share: string) => string,
): FitWarning[] {
  return count > 0 ? [{ code, place, share: count / of, message: message(percent(count / of)) }] : [];
}

/** Never 0 for something, nor everything for less. */
function percent(share: number): string {
  if (share === 1) return 'all';
  const rounded = Math.min(99.9, Math.max(0.1, Math.round(1000 * share) / 10));
  return share < 0.001 ? 'less than 0.1 %' : `${rounded} %`;
}
