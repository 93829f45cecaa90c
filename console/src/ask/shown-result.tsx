/** Beside the question: how it works, its price, its answer, or why there is none. */
import type { QuestionBody } from '../api.ts';
import { Refusal } from '../parts/notice.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { Answer } from './answer.tsx';
import type { Shown } from './asking.ts';
import { Price } from './price.tsx';

interface Props {
  readonly shown: Shown;
  readonly isStale: boolean;
  readonly onAsk: (question: QuestionBody) => void;
  readonly onStop: () => void;
  readonly onPercent: ((percent: string) => void) | undefined;
}

export const ShownResult = ({ shown, isStale, onAsk, onStop, onPercent }: Props) => (
  <div aria-live="polite">
    {shown.kind === 'nothing' && <Beginning />}
    {shown.kind === 'pricing' && (
      <Waiting stage="Computing the price" consequence="Nothing is charged." onStop={onStop} />
    )}
    {shown.kind === 'asking' && (
      <Waiting
        stage="Asking"
        consequence="If you cancel, the charge may stand; the same question is then answered at no cost."
        onStop={onStop}
      />
    )}
    {shown.kind === 'refused' && <Refusal of={shown.thrown} sql={shown.question.sql} />}
    {shown.kind === 'price' && (
      <Price
        explained={shown.explained}
        question={shown.question}
        isStale={isStale}
        onAsk={() => onAsk(shown.question)}
        onPercent={onPercent}
      />
    )}
    {shown.kind === 'answer' && (
      <Answer key={shown.answered.entry} answered={shown.answered} question={shown.question} />
    )}
  </div>
);

/** For those who are here for the first time. */
const Beginning = () => (
  <section className="card empty">
    <h2>How it works</h2>
    <ol>
      <li>Complete the sentence, or write SQL. Nobody’s data is read yet.</li>
      <li>
        <strong>Show the price</strong>: what the answer would cost, and how far it would be off. This is free.
      </li>
      <li>
        <strong>Ask</strong>: the answer has noise that protects each person, and an interval that says how much. Asking
        the same question again is free.
      </li>
    </ol>
  </section>
);
