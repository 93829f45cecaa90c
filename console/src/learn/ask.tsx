/** First lesson: what noise and a random sample do to what an answer tells. */
import { useCallback } from 'react';
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { askCurve } from './ask-curve.ts';
import { AskFigure } from './ask-figure.tsx';
import { Checked, Doing, FigurePlace } from './lesson.tsx';

export function AskLesson({ api }: PageProps) {
  const curve = useCallback(() => askCurve(api), [api]);
  return (
    <>
      <p>
        An exact one could. Count the patients with diabetes on Monday and again on Tuesday; if Anna was the only one
        admitted in between, the difference is her diagnosis. Nobody had to see a record.
      </p>
      <p>
        Two things stand in the way. Every answer gets a little random noise, so that no single person can be read off
        it. And the question can be put to a random sample: whoever was not drawn cannot be given away, and nobody
        outside knows who was drawn. Here are 200 patients; the ring is Anna.
      </p>
      <FigurePlace>
        <Loading from={curve}>{value => <AskFigure curve={value} />}</Loading>
      </FigurePlace>
      <p>
        The promise is about belief. Somebody who would have bet even money that Anna is a patient may be surer after
        the answer, but only so much, whatever else they know. That limit is the price of the answer. The prices of
        several answers add up, and the budget is the most that you allow in all.
      </p>
      <p>
        Use it for questions about many people: counts, sums and averages, by ward or by month. A smaller sample is
        cheaper and less exact. Do not use it to look somebody up: an answer about five people is mostly noise, and it
        should be.
      </p>
      <Doing
        page={{ path: 'ask', title: 'Ask', words: 'shows the price of a question before anything is charged' }}
        command={`sortition ask --policy policy.json --epsilon 0.5 --sql "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (10)"`}
      />
      <Checked>
        the noise is discrete Laplace noise of ε = 1 in the sample; the price is that of the theorem{' '}
        <code>bernoulli</code>, privacy amplification by sampling.
      </Checked>
    </>
  );
}
