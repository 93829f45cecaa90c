/** What was asked before, newest first, in the words of each question, with the recorded answer and a way to ask it again. */
import { useState } from 'react';
import type { PastQuestionJson } from '../../../src/service/contract/answers.ts';
import type { PageProps, QuestionBody } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { amountsText } from '../parts/numbers.ts';
import { AnswerRows } from './answer-rows.tsx';
import { pastQuestionBody, pastWords } from './past-question.ts';

interface Props extends PageProps {
  readonly turn: number;
  readonly units: ReadonlyMap<string, string>;
  /** Whether others' questions are among them. */
  readonly isEverybodys: boolean;
  readonly onUseAgain: (question: QuestionBody) => void;
}

const SHOWN_FIRST = 10;

export function History({ api, turn, ...rest }: Props) {
  return (
    <section className="card">
      <h2>Earlier questions</h2>
      <Loading from={api.questions} turn={turn}>
        {({ questions }) =>
          questions.length === 0 ? (
            <p className="small">
              {rest.isEverybodys ? 'No questions yet.' : 'No questions yet. You see only your own here.'}
            </p>
          ) : (
            <Questions questions={questions} {...rest} />
          )
        }
      </Loading>
    </section>
  );
}

function Questions({
  questions,
  ...rest
}: { readonly questions: readonly PastQuestionJson[] } & Omit<Props, 'api' | 'turn'>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <ul className="past">
        {(isWhole ? questions : questions.slice(0, SHOWN_FIRST)).map(question => (
          <PastQuestion key={question.entry} question={question} {...rest} />
        ))}
      </ul>
      {!isWhole && questions.length > SHOWN_FIRST && (
        <button type="button" className="plain" onClick={() => setWhole(true)}>
          Show all {questions.length}
        </button>
      )}
    </>
  );
}

type PastProps = { readonly question: PastQuestionJson } & Omit<Props, 'api' | 'turn'>;

function PastQuestion({ question, units, isEverybodys, onUseAgain }: PastProps) {
  const [isOpen, setOpen] = useState(false);
  const { entry, at, analyst, charged, answers } = question;
  const again = pastQuestionBody(question, units);
  return (
    <li>
      <p>{pastWords(question)}</p>
      <p className="small">
        {whenText(at)}
        {isEverybodys && `, ${analyst}`}, {amountsText(charged)}
        {answers === null && '. Interrupted: run it again at no cost'}
      </p>
      <p className="buttons">
        {answers !== null && (
          <button
            type="button"
            className="plain"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} answer of entry ${entry}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide answer' : 'Show answer'}
          </button>
        )}
        {again !== undefined && (
          <button type="button" className="plain" onClick={() => onUseAgain(again)}>
            Use again
          </button>
        )}
      </p>
      {isOpen && (
        <div className="opened">
          {answers?.map((rows, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names, and never change places
            <AnswerRows key={place} rows={rows} />
          ))}
        </div>
      )}
    </li>
  );
}

/** In the reader's own time. */
export const whenText = (at: string): string =>
  new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
