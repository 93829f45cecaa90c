/** What was asked before, newest first. */
import type { PageProps } from '../api.ts';
import { Loading } from './loading.tsx';
import { short } from './numbers.ts';

export function History({ api, turn }: PageProps & { readonly turn: number }) {
  return (
    <section className="card">
      <h2>Asked before</h2>
      <Loading from={api.questions} turn={turn}>
        {({ questions }) =>
          questions.length === 0 ? (
            <p className="small">Nothing yet. Your first question will stand here, with what it cost.</p>
          ) : (
            <div className="wide">
              <table>
                <thead>
                  <tr>
                    <th>When</th>
                    <th>Who</th>
                    <th>Question</th>
                    <th className="number">Epsilon</th>
                    <th>Answered</th>
                  </tr>
                </thead>
                <tbody>
                  {questions.map(({ entry, at, analyst, tables, words, charged, answer }) => (
                    <tr key={entry}>
                      <td>{at.slice(0, 16).replace('T', ' ')}</td>
                      <td>{analyst}</td>
                      <td className="words">{words === '' ? tables.join(', ') : words}</td>
                      <td className="number">{short(charged.epsilon)}</td>
                      <td>{answer === null ? 'no: asking again is free' : 'yes'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loading>
    </section>
  );
}
