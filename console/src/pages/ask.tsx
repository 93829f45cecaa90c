/** A question: built by form or in SQL, priced before it runs, answered with intervals, and kept in the history. */
import { type FormEvent, useCallback, useState } from 'react';
import type { AnsweredJson, ExplainedJson } from '../../../src/service/contract/answers.ts';
import type { TableList } from '../../../src/service/contract/budget.ts';
import type { PageProps, QuestionBody } from '../api.ts';
import { Answer } from '../parts/answer.tsx';
import { History } from '../parts/history.tsx';
import { Loading } from '../parts/loading.tsx';
import { Refusal } from '../parts/notice.tsx';
import { Price } from '../parts/price.tsx';
import { QuestionForm } from '../parts/question-form.tsx';

export function Ask({ api }: PageProps) {
  return <Loading from={api.tables}>{({ tables }) => <Desk api={api} tables={tables} />}</Loading>;
}

type Shown =
  | { readonly kind: 'nothing' | 'working' }
  | { readonly kind: 'price'; readonly explained: ExplainedJson; readonly question: QuestionBody }
  | { readonly kind: 'answer'; readonly answered: AnsweredJson }
  | { readonly kind: 'refused'; readonly thrown: unknown };

/** From one in a hundred to everybody, close together where samples are small. */
const RATES = Array.from({ length: 25 }, (_, i) => Number((10 ** (i / 12 - 2)).toPrecision(3)));

function Desk({ api, tables }: PageProps & TableList) {
  const [sql, setSql] = useState('');
  const [epsilon, setEpsilon] = useState('0.5');
  const [delta, setDelta] = useState('');
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const [turn, setTurn] = useState(0);
  const question: QuestionBody = { sql, epsilon, ...(delta.trim() === '' ? {} : { delta }) };
  const refused = (thrown: unknown) => setShown({ kind: 'refused', thrown });
  const explain = (event: FormEvent) => {
    event.preventDefault();
    setShown({ kind: 'working' });
    api
      .explain({ ...question, rates: RATES })
      .then(explained => setShown({ kind: 'price', explained, question }), refused);
  };
  const ask = useCallback(
    (priced: QuestionBody) => {
      setShown({ kind: 'working' });
      // one key for this press of the button: if the connection is lost, asking again costs nothing more
      api.ask(priced, crypto.randomUUID()).then(
        answered => {
          setShown({ kind: 'answer', answered });
          setTurn(now => now + 1);
        },
        (thrown: unknown) => setShown({ kind: 'refused', thrown }),
      );
    },
    [api],
  );
  return (
    <>
      <QuestionForm tables={tables} onSql={setSql} />
      <form className="card" onSubmit={explain}>
        <h2>The question</h2>
        <label>
          In SQL
          <textarea rows={3} spellCheck={false} value={sql} onChange={event => setSql(event.target.value)} required />
        </label>
        <div className="fields">
          <label>
            Epsilon: the most to charge
            <input inputMode="decimal" value={epsilon} onChange={event => setEpsilon(event.target.value)} required />
          </label>
          <label>
            Delta, for groups not listed in advance
            <input inputMode="decimal" value={delta} placeholder="0" onChange={event => setDelta(event.target.value)} />
          </label>
        </div>
        <button type="submit">Show the price</button>
      </form>
      <div aria-live="polite">
        {shown.kind === 'working' && <p className="awaited" aria-busy="true" />}
        {shown.kind === 'refused' && <Refusal of={shown.thrown} />}
        {shown.kind === 'price' && (
          <Price explained={shown.explained} question={shown.question} onAsk={() => ask(shown.question)} />
        )}
        {shown.kind === 'answer' && <Answer answered={shown.answered} />}
      </div>
      <History api={api} turn={turn} />
    </>
  );
}
