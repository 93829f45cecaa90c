/** Fourth lesson: asking people without ever holding their answers. */
import { useCallback } from 'react';
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { CollectFigure } from './collect-figure.tsx';
import { collectPlan } from './collect-plan.ts';
import { Checked, Doing, FigurePlace } from './lesson.tsx';

export function CollectLesson({ api }: PageProps) {
  const plan = useCallback(() => collectPlan(api), [api]);
  return (
    <>
      <p>
        Of some things nobody should hold a list: who came to work ill, who made a mistake. A list can be stolen, asked
        for by a court, or simply opened. And whoever fears that does not say the truth.
      </p>
      <p>
        So no list is made. Each person’s device rolls a die: only some are drawn to send their answer, the others send
        0. What is sent is cut into two random numbers, one for each of two servers that belong to different people.
        Each server adds up its numbers and some noise, and only the two totals are ever put together. Answer, and
        watch.
      </p>
      <FigurePlace>
        <Loading from={plan}>{value => <CollectFigure plan={value} />}</Loading>
      </FigurePlace>
      <p>
        Three kinds of people look on. One server alone sees random numbers and learns nothing. Whoever reads the result
        may become a little surer of one person, and the bar says how much at most. Both servers together would read
        what was sent: that is why they must belong to people who would not do that.
      </p>
      <p>
        Use it for a few fixed answers of some hundred people or more. Do not use it for free text, nor where only a
        handful have the answer that matters: the noise hides them, as it should.
      </p>
      <Doing
        page={{ path: 'collect', title: 'Collect', words: 'shows surveys that run, and plans new ones' }}
        command="sortition collect plan --count 140 --population 500 --epsilon 1"
      />
      <Checked>
        the result tells at most ε = 1 about one answer (<code>releasedEpsilon</code>); both servers together find out a
        yes with chance δ (<code>linkedDelta</code>). The numbers of your answer were drawn by your browser and sent
        nowhere.
      </Checked>
    </>
  );
}
