/** A question by form: it writes the SQL, which anybody may change afterwards. */
import { useEffect, useState } from 'react';
import type { TableList } from '../../../src/service/contract/budget.ts';
import { Choose, namesIn } from './choose.tsx';
import {
  columnsFor,
  comparisons,
  groupable,
  isHalfWritten,
  type QuestionChoices,
  sqlOf,
  statistics,
  statisticsFor,
} from './question-sql.ts';

type Table = TableList['tables'][number];

const NO_CONDITION: QuestionChoices['condition'] = { column: '', comparison: '>=', value: '' };

interface Props {
  readonly tables: readonly Table[];
  readonly onSql: (sql: string) => void;
}

export function QuestionForm({ tables, onSql }: Props) {
  const asked = tables.filter(table => !table.public);
  const [choice, setChoice] = useState<QuestionChoices>({
    table: asked[0]?.name ?? '',
    statistic: 'count',
    column: '',
    group: '',
    condition: NO_CONDITION,
    percent: '',
    sample: '',
  });
  const table = asked.find(({ name }) => name === choice.table);
  useEffect(() => {
    if (table !== undefined) onSql(sqlOf(choice, table));
  }, [choice, table, onSql]);
  if (table === undefined) return <p className="small">The policy has no protected table.</p>;
  const change = (part: Partial<QuestionChoices>) =>
    setChoice(now => {
      const next = { ...now, ...part };
      const fitting = columnsFor(next.statistic, table.columns);
      return fitting.some(({ name }) => name === next.column) ? next : { ...next, column: fitting[0]?.name ?? '' };
    });
  return (
    <section className="card">
      <h2>What do you want to know?</h2>
      <div className="fields">
        <Choose
          label="Of"
          value={choice.table}
          options={asked.map(({ name }) => name)}
          onChange={name => change({ table: name, group: '', condition: NO_CONDITION })}
        />
        <Statistic choice={choice} table={table} onChange={change} />
        <Condition choice={choice} table={table} onChange={change} />
        <Drawn choice={choice} onChange={change} />
      </div>
      {isHalfWritten(choice) && (
        <p role="status">
          Give a value for {choice.condition.column}, or remove the condition, to complete the question.
        </p>
      )}
    </section>
  );
}

interface PartProps {
  readonly choice: QuestionChoices;
  readonly onChange: (part: Partial<QuestionChoices>) => void;
}

interface TableProps extends PartProps {
  readonly table: Table;
}

function Statistic({ choice, table, onChange }: TableProps) {
  const columns = columnsFor(choice.statistic, table.columns);
  return (
    <>
      <Choose
        label="The"
        value={choice.statistic}
        options={statisticsFor(table)}
        shown={name => statistics[name]}
        onChange={statistic => onChange({ statistic })}
      />
      {columns.length > 0 && (
        <Choose
          label="Of the column"
          value={choice.column}
          options={columns.map(({ name }) => name)}
          onChange={column => onChange({ column })}
        />
      )}
      <Choose
        label="For each"
        value={choice.group}
        options={['', ...groupable(table.columns).map(({ name }) => name)]}
        shown={name => name || 'all together'}
        onChange={group => onChange({ group })}
      />
    </>
  );
}

function Condition({ choice: { condition }, table, onChange }: TableProps) {
  const change = (part: Partial<typeof condition>) => onChange({ condition: { ...condition, ...part } });
  const values = table.columns.find(({ name }) => name === condition.column)?.values;
  return (
    <>
      <Choose
        label="Only where"
        value={condition.column}
        options={['', ...table.columns.map(({ name }) => name)]}
        shown={name => name || 'everything counts'}
        onChange={column => change({ column, comparison: '=', value: '' })}
      />
      {condition.column !== '' && values === undefined && (
        <>
          <Choose
            label="Compared"
            value={condition.comparison}
            options={namesIn(comparisons)}
            shown={name => comparisons[name]}
            onChange={comparison => change({ comparison })}
          />
          <label>
            Value
            <input value={condition.value} onChange={event => change({ value: event.target.value })} />
          </label>
        </>
      )}
      {values !== undefined && (
        <Choose
          label="Is"
          value={condition.value}
          options={['', ...values]}
          shown={value => value || 'choose one'}
          onChange={value => change({ value })}
        />
      )}
    </>
  );
}

function Drawn({ choice, onChange }: PartProps) {
  return (
    <>
      <Choose
        label="From"
        value={choice.percent}
        options={['', '1', '5', '10', '25', '50']}
        shown={rate => (rate === '' ? 'everyone' : `a random ${rate} %`)}
        onChange={percent => onChange({ percent })}
      />
      {choice.percent !== '' && (
        <label>
          Name of the sample
          <input
            value={choice.sample}
            placeholder="a new sample each time"
            onChange={event => onChange({ sample: event.target.value })}
          />
        </label>
      )}
    </>
  );
}
