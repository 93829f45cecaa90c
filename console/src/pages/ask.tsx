/** A question: a sentence or SQL, priced before it runs, answered with intervals, and kept in the history. */
import { type FormEvent, type KeyboardEvent, useCallback, useId, useState } from 'react';
import type { TableList } from '../../../src/service/contract/budget.ts';
import type { OpenPageProps, QuestionBody } from '../api.ts';
import { useAsking } from '../ask/asking.ts';
import { History } from '../ask/history.tsx';
import { isPayable } from '../ask/price.tsx';
import { linkedQuestion } from '../ask/question-link.ts';
import { choiceNeedsDelta, type QuestionChoices, sqlOf } from '../ask/question-sql.ts';
import { firstChoice, SentenceForm } from '../ask/sentence-form.tsx';
import { ShownResult } from '../ask/shown-result.tsx';
import { SpendingFields, type SpendingWords, usualDelta, usualEpsilon } from '../ask/spending-fields.tsx';
import { useKept } from '../parts/kept.tsx';
import { Loading } from '../parts/loading.tsx';
import './ask.css';

export function Ask(props: OpenPageProps) {
  return (
    <Loading from={props.api.tables}>
      {({ tables }) => <Desk key={props.within} {...props} tables={tables.filter(table => !table.public)} />}
    </Loading>
  );
}

function Desk({ api, me, within, onSpent, tables }: OpenPageProps & TableList) {
  if (tables.length === 0) return <p className="small">The policy has no protected table to ask about.</p>;
  return <FilledDesk api={api} me={me} within={within} onSpent={onSpent} tables={tables} />;
}

function FilledDesk({ api, me, within, onSpent, tables }: OpenPageProps & TableList) {
  const [turn, setTurn] = useState(0);
  const answered = useCallback(() => {
    setTurn(now => now + 1);
    onSpent();
  }, [onSpent]);
  const { shown, price, ask, stop } = useAsking(api, answered);
  const { choice, sql, isStale, question, spending, setSpending, choose, write, takeUp } = useQuestion({
    me,
    within,
    tables,
  });
  const isCurrent = shown.kind === 'price' && JSON.stringify(shown.question) === JSON.stringify(question);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    price(question);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || sql.trim() === '') return;
    event.preventDefault();
    // what is on its way is not broken off by a key pressed twice
    if (shown.kind === 'pricing' || shown.kind === 'asking') return;
    if (!isCurrent) price(question);
    else if (isPayable(shown.explained)) ask(shown.question);
  };
  const takeAgain = (past: QuestionBody) => {
    takeUp(past);
    price(past);
    window.scrollTo({ top: 0 });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what its buttons do
    <div onKeyDown={press}>
      <div className="desk">
        <form className="card" onSubmit={submit}>
          <h2>What do you want to know?</h2>
          <SentenceForm {...{ tables, choice, isStale }} onChange={choose} onReturn={() => choose(choice)} />
          <SqlBox sql={sql} onSql={write} />
          <SpendingFields spending={spending} me={me} onChange={setSpending} />
          <p className="buttons">
            <button type="submit" className={isCurrent ? 'quiet' : undefined}>
              Show the price
            </button>
            <span className="code">
              Free. <kbd>Ctrl</kbd> <kbd>Enter</kbd> prices, then asks.
            </span>
          </p>
        </form>
        <ShownResult
          shown={shown}
          isStale={!isCurrent}
          onAsk={ask}
          onStop={stop}
          onPercent={isStale ? undefined : percent => choose({ ...choice, percent })}
        />
      </div>
      <History
        api={api}
        turn={turn}
        units={unitsOf(tables)}
        isEverybodys={me.role === 'custodian'}
        onUseAgain={takeAgain}
      />
    </div>
  );
}

function SqlBox({ sql, onSql }: { readonly sql: string; readonly onSql: (sql: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>SQL</label>
      <textarea
        id={id}
        rows={Math.min(10, Math.max(4, sql.split('\n').length))}
        spellCheck={false}
        value={sql}
        onChange={event => onSql(event.target.value)}
        required
      />
    </div>
  );
}

/** The column that names the people of each table. */
const unitsOf = (tables: TableList['tables']): ReadonlyMap<string, string> =>
  new Map(
    tables.flatMap(({ name, unit, key }) => {
      const column = unit ?? key;
      return column === undefined ? [] : [[name, column] as const];
    }),
  );

type QuestionStart = Pick<OpenPageProps, 'me' | 'within'> & TableList;

interface BegunQuestion {
  /** The address that it began with. */
  readonly within: string;
  readonly choice: QuestionChoices;
  /** Null as long as the sentence says what is asked. */
  readonly written: string | null;
  readonly spending: SpendingWords;
}

/** The sentence and its SQL, of which the one that was changed last is asked. */
function useQuestion(start: QuestionStart) {
  const { me, within, tables } = start;
  const [kept, keep] = useKept<BegunQuestion | null>('question', () => null);
  // a link asks what it says, whatever was begun before
  const begun = kept !== null && (within === '' || within === kept.within) ? kept : begin(start);
  const { choice, written, spending } = begun;
  const change = (part: Partial<BegunQuestion>) => keep({ ...begun, ...part, within });
  const sql = written ?? sqlOf(choice, tableIn(tables, choice.table));
  const { epsilon, delta, rho } = spending;
  const question: QuestionBody =
    rho !== '' ? { sql, rho } : { sql, epsilon, ...(delta.trim() === '' ? {} : { delta: delta.trim() }) };
  const choose = (next: QuestionChoices) => {
    const lacksDelta = choiceNeedsDelta(next, tableIn(tables, next.table)) && delta.trim() === '';
    const brings = lacksDelta && me.remaining.delta > 0 ? { spending: { ...spending, delta: usualDelta(me) } } : {};
    change({ choice: next, written: null, ...brings });
  };
  const takeUp = (past: QuestionBody) =>
    change({
      written: past.sql,
      spending: { epsilon: past.epsilon ?? '', delta: past.delta ?? '', rho: past.rho ?? '' },
    });
  return {
    choice,
    sql,
    isStale: written !== null,
    question,
    spending,
    setSpending: (next: SpendingWords) => change({ spending: next }),
    choose,
    write: (text: string) => change({ written: text }),
    takeUp,
  };
}

function begin({ me, within, tables }: QuestionStart): BegunQuestion {
  const linked = linkedQuestion(within);
  return {
    within,
    choice: firstChoice(tableIn(tables, new URLSearchParams(within).get('table'))),
    written: linked?.sql ?? null,
    spending: { epsilon: linked?.epsilon ?? usualEpsilon(me), delta: linked?.delta ?? '', rho: linked?.rho ?? '' },
  };
}

/** The one of that name, or the first. */
const tableIn = (tables: TableList['tables'], name: string | null) =>
  tables.find(table => table.name === name) ?? tables[0];
