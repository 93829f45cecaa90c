/** The filters of a sentence: each a column, a comparison and a value. */
import type { OfferedColumn } from './groupings.ts';
import { type ChosenCondition, comparisonsOf, valuesOf } from './question-sql.ts';
import { Token } from './token.tsx';

interface Props {
  readonly conditions: readonly ChosenCondition[];
  readonly columns: readonly OfferedColumn[];
  readonly onChange: (conditions: readonly ChosenCondition[]) => void;
}

export function Conditions({ conditions, columns, onChange }: Props) {
  const fresh = (column: string): readonly ChosenCondition[] => {
    const [comparison] = Object.keys(comparisonsOf(columns.find(({ name }) => name === column)));
    return column === '' ? [] : [{ column, comparison, value: '' }];
  };
  const replaced = (place: number, by: readonly ChosenCondition[]) =>
    onChange([...conditions.slice(0, place), ...by, ...conditions.slice(place + 1)]);
  const names = columns.map(({ name }) => [name, name] as const);
  return (
    <>
      {conditions.map((condition, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column may be compared twice, and conditions keep their places
        <span key={place}>
          {place === 0 ? 'where ' : 'and '}
          <Token
            label="Filter by"
            value={condition.column}
            options={[['', 'no filter'], ...names]}
            onChange={column => replaced(place, fresh(column))}
          />{' '}
          <Compared
            condition={condition}
            column={columns.find(({ name }) => name === condition.column)}
            onChange={changed => replaced(place, [changed])}
          />{' '}
        </span>
      ))}
      <Token
        label="Add a filter"
        value=""
        options={[['', conditions.length === 0 ? '+ where …' : '+ and …'], ...names]}
        onChange={column => onChange([...conditions, ...fresh(column)])}
      />
    </>
  );
}

interface ComparedProps {
  readonly condition: ChosenCondition;
  readonly column: OfferedColumn | undefined;
  readonly onChange: (condition: ChosenCondition) => void;
}

function Compared({ condition, column, onChange }: ComparedProps) {
  const values = valuesOf(column);
  const set = (value: string) => onChange({ ...condition, value });
  return (
    <>
      <Token
        label="Comparison"
        value={condition.comparison}
        options={Object.entries(comparisonsOf(column))}
        onChange={comparison => onChange({ ...condition, comparison })}
      />{' '}
      {values !== undefined ? (
        <Token
          label="Value"
          value={condition.value}
          options={[['', 'choose …'], ...values.map(value => [value, value] as const)]}
          onChange={set}
        />
      ) : (
        <input
          aria-label="Value"
          className="token"
          type={column?.type === 'date' ? 'date' : 'text'}
          placeholder={column?.min === undefined ? 'value' : `${column.min} to ${column.max}`}
          value={condition.value}
          onChange={event => set(event.target.value)}
        />
      )}
    </>
  );
}
