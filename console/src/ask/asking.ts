/** One question at a time: priced, asked, waited for, and what came of it. */
import { useCallback, useRef, useState } from 'react';
import type { AnsweredJson, ExplainedJson } from '../../../src/service/contract/answers.ts';
import type { Api, QuestionBody } from '../api.ts';

export type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'pricing' | 'asking' }
  | { readonly kind: 'price'; readonly explained: ExplainedJson; readonly question: QuestionBody }
  | { readonly kind: 'answer'; readonly answered: AnsweredJson; readonly question: QuestionBody }
  | { readonly kind: 'refused'; readonly thrown: unknown; readonly question: QuestionBody };

export interface AskingDesk {
  readonly shown: Shown;
  readonly price: (question: QuestionBody) => void;
  readonly ask: (question: QuestionBody) => void;
  /** Waits no longer. */
  readonly stop: () => void;
}

/** From one in a hundred to everybody, close together where samples are small. */
const RATES = Array.from({ length: 25 }, (_, i) => Number((10 ** (i / 12 - 2)).toPrecision(3)));

export function useAsking(api: Api, onAnswered: () => void): AskingDesk {
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const waiting = useRef<AbortController | null>(null);
  const begin = useCallback((kind: 'pricing' | 'asking') => {
    waiting.current?.abort();
    waiting.current = new AbortController();
    setShown({ kind });
    return waiting.current.signal;
  }, []);
  const price = useCallback(
    (question: QuestionBody) => {
      const signal = begin('pricing');
      const show = (next: Shown) => signal.aborted || setShown(next);
      api
        .until(signal)
        .explain(question.rho === undefined ? { ...question, rates: RATES } : question)
        .then(
          explained => show({ kind: 'price', explained, question }),
          (thrown: unknown) => show({ kind: 'refused', thrown, question }),
        );
    },
    [api, begin],
  );
  const ask = useCallback(
    (question: QuestionBody) => {
      const signal = begin('asking');
      const show = (next: Shown) => signal.aborted || setShown(next);
      // one key for this press of the button: if the connection is lost, asking again costs nothing more
      api
        .until(signal)
        .ask(question, crypto.randomUUID())
        .then(
          answered => {
            show({ kind: 'answer', answered, question });
            onAnswered();
          },
          (thrown: unknown) => {
            show({ kind: 'refused', thrown, question });
            onAnswered();
          },
        );
    },
    [api, begin, onAnswered],
  );
  const stop = useCallback(() => {
    waiting.current?.abort();
    setShown({ kind: 'nothing' });
    onAnswered();
  }, [onAnswered]);
  return { shown, price, ask, stop };
}
