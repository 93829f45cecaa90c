/** One table: who is protected in it, and what is public about each column. */
import type { OfferedColumn, OfferedTable } from '../ask/groupings.ts';
import { WideTable } from '../parts/wide-table.tsx';
import './table-card.css';

export const TableCard = ({ table }: { readonly table: OfferedTable }) => (
  <section className="card columns-card" aria-label={table.name}>
    <h2>{table.name}</h2>
    <p>{protectedWords(table)}</p>
    <WideTable label={`Columns of ${table.name}`}>
      <thead>
        <tr>
          <th>Column</th>
          <th>Type</th>
          <th>Public bounds or values</th>
          <th>Within a person</th>
        </tr>
      </thead>
      <tbody>
        {table.columns.map(column => (
          <tr key={column.name}>
            <th scope="row">
              <code>{column.name}</code>
            </th>
            <td>{column.type}</td>
            <td className="words">{boundsWords(column)}</td>
            <td>{table.public ? '' : column.perUnit ? 'constant' : 'may vary'}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
    {!table.public && (
      <p>
        <a href={`#/ask/table=${encodeURIComponent(table.name)}`}>Ask about {table.name}</a>
      </p>
    )}
  </section>
);

function protectedWords({
  public: isPublic,
  key,
  unit,
  rowsPerUnit,
  neighbours,
  approximateUnits,
  rowsPerGroup,
}: OfferedTable) {
  if (isPublic) return `A public table: it protects nobody, and can be joined on ${key}.`;
  const people = approximateUnits ? `, about ${approximateUnits.toLocaleString('en')} of them` : '';
  const who =
    unit === null || unit === undefined
      ? `Every row is a person of their own and is protected${people}.`
      : `Every person (${unit}) is protected with all their rows${people}; contribution bound: at most ${rowsPerUnit} rows per person${rowsPerGroup ? `, at most ${rowsPerGroup} in one group` : ''}.`;
  const relation =
    neighbours === 'replace-one'
      ? 'Neighbouring tables differ by replacing one person.'
      : 'Neighbouring tables differ by adding or removing one person.';
  return `${who} ${relation}`;
}

const VALUES_SHOWN = 12;

function boundsWords({ type, values, min, max, step }: OfferedColumn): string {
  if (values !== undefined) {
    const shown = values.slice(0, VALUES_SHOWN).join(', ');
    return values.length > VALUES_SHOWN ? `${shown}, and ${values.length - VALUES_SHOWN} more` : shown;
  }
  if (min !== undefined) return `${min} to ${max}${step === undefined || step === '1' ? '' : `, in steps of ${step}`}`;
  if (type === 'boolean') return 'true or false';
  return type === 'text' ? 'none: groups need a delta and a threshold' : 'none: it can be compared, but not added up';
}
