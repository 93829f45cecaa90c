/** First lesson: what noise and a random sample do to what an answer tells. */
import { useCallback } from 'react';
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { askCurve } from './ask-curve.ts';
import { AskFigure } from './ask-figure.tsx';
import { Checked, Doing, FigurePlace } from './lesson.tsx';

export function AskLesson({ api }: PageProps) {
  const curve = useCallback((signal: AbortSignal) => askCurve(api.until(signal)), [api]);
  return (
    <>
      <p>
        An exact answer could. Count the patients with diabetes on Monday and again on Tuesday; if Anna was the only one
        admitted in between, the difference is her diagnosis. No one had to see a record.
      </p>
      <p>
        Two things prevent this. Every answer gets a little random noise, which hides any single person. And the
        question can be asked of a random sample: people who were not drawn cannot be exposed, and no outsider knows who
        was drawn. Here are 200 patients; the ring marks Anna.
      </p>
      <FigurePlace>
        <Loading from={curve} stage="Computing the figure">
          {value => <AskFigure curve={value} />}
        </Loading>
      </FigurePlace>
      <p>
        The guarantee is about what others can learn. Someone who gave even odds that Anna is a patient may be surer
        after the answer, but only up to a limit, whatever else they know. That limit is the price of the answer. The
        prices of several answers add up, and the budget is the most you allow in total.
      </p>
      <p>
        Use it for questions about many people: counts, sums and averages, by ward or by month. A smaller sample is
        cheaper but less precise. Do not use it to look up individuals: an answer about five people is mostly noise, as
        it should be.
      </p>
      <Doing
        page={{ path: 'ask', title: 'Ask', words: 'shows the price of a question before anything is charged' }}
        command={`sortition ask --policy policy.json --epsilon 0.5 --sql "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (10)"`}
        guide="first-question"
      />
      <Checked>
        the noise is discrete Laplace noise with ε = 1 inside the sample; the price follows from the theorem{' '}
        <code>bernoulli</code>, privacy amplification by sampling.
      </Checked>
    </>
  );
}
