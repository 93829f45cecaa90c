/** What was asked before, newest first, each with the answer that was recorded. */
import { useState } from 'react';
import type { PastQuestionJson } from '../../../src/service/contract/answers.ts';
import type { PageProps } from '../api.ts';
import { AnswerRows } from './answer.tsx';
import { Loading } from './loading.tsx';
import { epsilonText } from './numbers.ts';

export function History({ api, turn = 0 }: PageProps & { readonly turn?: number }) {
  return (
    <section className="card">
      <h2>Earlier questions</h2>
      <Loading from={api.questions} turn={turn}>
        {({ questions }) =>
          questions.length === 0 ? (
            <p className="small">No questions yet. Your questions and their costs will be listed here.</p>
          ) : (
            <Questions questions={questions} />
          )
        }
      </Loading>
    </section>
  );
}

function Questions({ questions }: { readonly questions: readonly PastQuestionJson[] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <div className="wide">
      <table>
        <thead>
          <tr>
            <th>When</th>
            <th>Who</th>
            <th>Question</th>
            <th className="number">Epsilon</th>
            <th>Answer</th>
          </tr>
        </thead>
        {questions.map(question => (
          <Question
            key={question.entry}
            question={question}
            isOpen={open === question.entry}
            onToggle={() => setOpen(open === question.entry ? null : question.entry)}
          />
        ))}
      </table>
    </div>
  );
}

interface QuestionProps {
  readonly question: PastQuestionJson;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const Question = ({
  question: { entry, at, analyst, tables, words, charged, answers },
  isOpen,
  onToggle,
}: QuestionProps) => (
  <tbody>
    <tr>
      <td>{at.slice(0, 16).replace('T', ' ')}</td>
      <td>{analyst}</td>
      <td className="words">{words === '' ? tables.join(', ') : words}</td>
      <td className="number">{epsilonText(charged)}</td>
      <td>
        {answers === null ? (
          'interrupted: run it again at no cost'
        ) : (
          <button
            type="button"
            className="quiet"
            aria-expanded={isOpen}
            aria-label={`Answer of entry ${entry}`}
            onClick={onToggle}
          >
            {isOpen ? 'Hide' : 'Show'}
          </button>
        )}
      </td>
    </tr>
    {isOpen && (
      <tr>
        <td colSpan={5}>
          {answers?.map((rows, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names, and never change places
            <AnswerRows key={place} rows={rows} />
          ))}
        </td>
      </tr>
    )}
  </tbody>
);
