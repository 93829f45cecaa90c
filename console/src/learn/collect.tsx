/** Fourth lesson: asking people without ever holding their answers. */
import { useCallback } from 'react';
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { CollectFigure } from './collect-figure.tsx';
import { collectPlan } from './collect-plan.ts';
import { Checked, Doing, FigurePlace } from './lesson.tsx';

export function CollectLesson({ api }: PageProps) {
  const plan = useCallback((signal: AbortSignal) => collectPlan(api.until(signal)), [api]);
  return (
    <>
      <p>
        Some lists should not exist: who came to work ill, who made a mistake. A list can be stolen, demanded by a
        court, or simply opened. And people who fear that do not answer truthfully.
      </p>
      <p>
        So no list is made. Each device decides at random whether it sends the answer; the others send 0. What is sent
        is split into two random numbers, one for each of two servers run by different organisations. Each server adds
        up its numbers and some noise, and only the two totals are ever combined. Answer, and watch.
      </p>
      <FigurePlace>
        <Loading from={plan} stage="Computing the figure">
          {value => <CollectFigure plan={value} />}
        </Loading>
      </FigurePlace>
      <p>
        There are three kinds of observers. One server alone sees random numbers and learns nothing. A reader of the
        result may become a little surer about one person, and the bar shows by how much at most. Both servers together
        would see what was sent, so they must be run by organisations that will not cooperate to do that.
      </p>
      <p>
        Use it for a few fixed answers from a few hundred people or more. Do not use it for free text, or where only a
        handful of people have the answer that matters: the noise hides them, as it should.
      </p>
      <Doing
        page={{ path: 'collect', title: 'Collect', words: 'shows surveys that run, and plans new ones' }}
        command="sortition collect plan --count 140 --population 500 --epsilon 1"
        guide="collect"
      />
      <Checked>
        the result is ε = 1 private for one answer (<code>releasedEpsilon</code>); both servers together learn a yes
        with probability δ (<code>linkedDelta</code>). Your browser drew the random numbers of your answer and sent them
        nowhere.
      </Checked>
    </>
  );
}
