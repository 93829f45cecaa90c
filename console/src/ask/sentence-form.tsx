/** A question as a sentence whose words can be chosen. It writes the SQL, which anybody may change afterwards. */
import { type GroupChoice, groupsOf, groupWords, type OfferedTable } from './groupings.ts';
import { columnsFor, type QuestionChoices, statistics, statisticsFor, unfinished } from './question-sql.ts';
import { Conditions } from './sentence-filters.tsx';
import { Token } from './token.tsx';

interface Props {
  readonly tables: readonly OfferedTable[];
  readonly choice: QuestionChoices;
  /** The SQL was changed by hand: the sentence no longer says what is asked. */
  readonly isStale: boolean;
  readonly onChange: (choice: QuestionChoices) => void;
  /** Back to the sentence, without what was written by hand. */
  readonly onReturn: () => void;
}

/** Where a form starts: by the first column with few values, as most questions are. */
export function firstChoice(table: OfferedTable): QuestionChoices {
  const listed = table.columns.find(({ values }) => values !== undefined);
  return {
    table: table.name,
    statistic: statisticsFor(table)[0],
    column: '',
    groups: listed === undefined ? [] : [{ column: listed.name, by: 'value' }],
    conditions: [],
    percent: '',
    sample: '',
  };
}

export function SentenceForm({ tables, choice, isStale, onChange, onReturn }: Props) {
  const table = tables.find(({ name }) => name === choice.table) ?? tables[0];
  const change = (part: Partial<QuestionChoices>) => {
    const next = { ...choice, ...part };
    const fitting = columnsFor(next.statistic, table.columns);
    onChange(fitting.some(({ name }) => name === next.column) ? next : { ...next, column: fitting[0]?.name ?? '' });
  };
  const missing = unfinished(choice);
  return (
    <>
      <fieldset className="sentence" disabled={isStale}>
        <legend className="spoken">The question as a sentence</legend>
        <Statistic choice={choice} table={table} onChange={change} /> in{' '}
        {tables.length === 1 ? (
          <strong>{table.name}</strong>
        ) : (
          <Token
            label="Table"
            value={table.name}
            options={tables.map(({ name }) => [name, name])}
            onChange={name => onChange(firstChoice(tables.find(one => one.name === name) ?? table))}
          />
        )}{' '}
        <Groups choice={choice} table={table} onChange={change} />{' '}
        <Conditions
          conditions={choice.conditions}
          columns={table.columns}
          onChange={conditions => change({ conditions })}
        />{' '}
        <Drawn choice={choice} onChange={change} />
      </fieldset>
      {isStale && (
        <p className="hint" role="status">
          The SQL below was edited, so the sentence may say something else.{' '}
          <button type="button" className="plain" onClick={onReturn}>
            Go back to the sentence
          </button>
        </p>
      )}
      {!isStale && missing !== undefined && (
        <p className="hint" role="status">
          Give a value for {missing}, or remove the filter, to complete the question.
        </p>
      )}
    </>
  );
}

interface PartProps {
  readonly choice: QuestionChoices;
  readonly onChange: (part: Partial<QuestionChoices>) => void;
}

interface TablePartProps extends PartProps {
  readonly table: OfferedTable;
}

function Statistic({ choice, table, onChange }: TablePartProps) {
  const columns = columnsFor(choice.statistic, table.columns);
  return (
    <>
      <Token
        label="Statistic"
        value={choice.statistic}
        options={statisticsFor(table).map(name => [name, statistics[name]])}
        onChange={name => onChange({ statistic: name as QuestionChoices['statistic'] })}
      />
      {columns.length > 0 && (
        <>
          {' of '}
          <Token
            label="Column"
            value={choice.column}
            options={columns.map(({ name }) => [name, name])}
            onChange={column => onChange({ column })}
          />
        </>
      )}
    </>
  );
}

const keyOf = ({ column, by }: GroupChoice): string => `${by} ${column}`;

function Groups({ choice: { groups }, table, onChange }: TablePartProps) {
  const offered = groupsOf(table.columns);
  const chosen = (key: string): readonly GroupChoice[] => offered.filter(group => keyOf(group) === key);
  const replaced = (place: number, key: string) => [
    ...groups.slice(0, place),
    ...chosen(key),
    ...groups.slice(place + 1),
  ];
  const free = offered.filter(group => !groups.some(one => keyOf(one) === keyOf(group)));
  const options = (of: readonly GroupChoice[]) => of.map(group => [keyOf(group), groupWords(group)] as const);
  return (
    <>
      {groups.map((group, place) => (
        <span key={keyOf(group)}>
          {place === 0 ? 'by ' : 'and '}
          <Token
            label={place === 0 ? 'Group by' : 'and by'}
            value={keyOf(group)}
            options={[['', 'nothing'], ...options([group, ...free])]}
            onChange={key => onChange({ groups: replaced(place, key) })}
          />{' '}
        </span>
      ))}
      {free.length > 0 && (
        <Token
          label="Add a group"
          value=""
          options={[['', groups.length === 0 ? '+ by …' : '+ and by …'], ...options(free)]}
          onChange={key => onChange({ groups: [...groups, ...chosen(key)] })}
        />
      )}
    </>
  );
}

const RATES = ['1', '5', '10', '25', '50'];

function Drawn({ choice: { percent, sample }, onChange }: PartProps) {
  const rates = percent === '' || RATES.includes(percent) ? RATES : [...RATES, percent];
  return (
    <>
      <span className="together">
        from{' '}
        <Token
          label="From"
          value={percent}
          options={[['', 'everybody'], ...rates.map(rate => [rate, `a random ${rate} %`] as const)]}
          onChange={rate => onChange({ percent: rate, ...(rate === '' && { sample: '' }) })}
        />
      </span>
      {percent !== '' && (
        <>
          {' called '}
          <input
            aria-label="Name of the sample"
            className="token"
            value={sample}
            placeholder="nothing (drawn anew)"
            onChange={event => onChange({ sample: event.target.value })}
          />
        </>
      )}
    </>
  );
}
