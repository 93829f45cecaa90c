/** The rows of an answer: one number large, many as a picture and as a table that can be sorted. */
import { memo, useState } from 'react';
import type { AnsweredJson, AnswerRowJson } from '../../../src/service/contract/answers.ts';
import { GroupChart } from './group-chart.tsx';
import { releasedWords } from './released.ts';
import { valueWords } from './value-words.ts';

/** A thousand rows are not drawn anew at every key that is pressed beside them. */
export const AnswerRows = memo(function AnswerRows({ rows }: Pick<AnsweredJson, 'rows'>) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const keys = Object.keys(rows[0]?.key ?? {});
  const names = Object.keys(rows[0]?.values ?? {});
  const sorted = sorting === null ? rows : sortedBy(rows, sorting);
  if (rows.length === 0) return <p className="muted">No group has enough people.</p>;
  return (
    <>
      {keys.length === 0 && <Figures row={rows[0]} names={names} />}
      {names.map(name => (
        <GroupChart key={name} name={name} keys={keys} rows={sorted} />
      ))}
      {keys.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also for those who have only keys
        <section className="answer-table" tabIndex={0} aria-label="The same numbers as a table">
          <table>
            <thead>
              <tr>
                {keys.map(key => (
                  <Heading
                    key={key}
                    column={{ part: 'key', name: key }}
                    words={key}
                    sorting={sorting}
                    onSort={setSorting}
                  />
                ))}
                {names.map(name => (
                  <ValueHeadings key={name} name={name} sorting={sorting} onSort={setSorting} />
                ))}
              </tr>
            </thead>
            <tbody>
              {sorted.map(row => (
                <Row key={JSON.stringify(row.key)} row={row} keys={keys} names={names} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
});

/** A question without groups has one row: its numbers are what was asked for. */
const Figures = ({ row, names }: { readonly row: AnswerRowJson; readonly names: readonly string[] }) => (
  <dl className="figures">
    {names.map(name => {
      const { estimate, error, why } = releasedWords(row.values[name]);
      return (
        <div key={name}>
          <dt>{valueWords(name)}</dt>
          <dd>
            {estimate ?? <span className="muted">{why}</span>} {error}
            {error.startsWith('±') && <small>95 % interval</small>}
          </dd>
        </div>
      );
    })}
  </dl>
);

interface RowProps {
  readonly row: AnswerRowJson;
  readonly keys: readonly string[];
  readonly names: readonly string[];
}

const Row = ({ row, keys, names }: RowProps) => (
  <tr>
    {keys.map(key => (
      <th scope="row" key={key}>
        {String(row.key[key] ?? '(none)')}
      </th>
    ))}
    {names.flatMap(name => {
      const { estimate, error, why } = releasedWords(row.values[name]);
      return [
        <td key={name} className={estimate === null ? 'number muted' : 'number'}>
          {estimate ?? why}
        </td>,
        <td key={`${name} error`} className="number">
          {error}
        </td>,
      ];
    })}
  </tr>
);

interface Sorting {
  readonly part: 'key' | 'values';
  readonly name: string;
  readonly isDescending: boolean;
}

interface HeadingProps {
  readonly column: Omit<Sorting, 'isDescending'>;
  readonly words: string;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting) => void;
}

function Heading({ column, words, sorting, onSort }: HeadingProps) {
  const isSorted = sorting?.part === column.part && sorting.name === column.name;
  const isDescending = isSorted ? !sorting.isDescending : column.part === 'values';
  const arrow = isSorted ? (sorting.isDescending ? ' ↓' : ' ↑') : '';
  return (
    <th
      className={column.part === 'values' ? 'number' : undefined}
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="sort" onClick={() => onSort({ ...column, isDescending })}>
        {words}
        {arrow}
      </button>
    </th>
  );
}

const ValueHeadings = ({ name, ...rest }: Pick<HeadingProps, 'sorting' | 'onSort'> & { readonly name: string }) => (
  <>
    <Heading column={{ part: 'values', name }} words={valueWords(name)} {...rest} />
    <th className="number">95 % interval</th>
  </>
);

/** What has no estimate comes last, whichever way. */
function sortedBy(rows: readonly AnswerRowJson[], { part, name, isDescending }: Sorting): readonly AnswerRowJson[] {
  const orderOf = (row: AnswerRowJson) =>
    part === 'key' ? (row.key[name] ?? null) : releasedWords(row.values[name]).order;
  return rows.toSorted((one, other) => {
    const [first, second] = [orderOf(one), orderOf(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const order = first < second ? -1 : first > second ? 1 : 0;
    return isDescending ? -order : order;
  });
}
