/** Fifth lesson: how many people to ask, when noise is part of the answer. */
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { ForecastFigure } from './forecast-figure.tsx';
import { Checked, Doing, FigurePlace } from './lesson.tsx';

export const ForecastLesson = ({ api }: PageProps) => (
  <>
    <p>
      One would think so: the fewer are asked, the more depends on who was drawn. But an answer that protects people has
      a second error, its noise. Whoever looks at one of the two alone asks the wrong number of people.
    </p>
    <p>
      An answer of a sample tells less about each person than an answer of everybody, so it needs less noise. As the
      sample shrinks, one error grows and the other may fall; they seldom point the same way, so they do not simply add
      up. These are the days that 2,001 patients stayed in a hospital; every point of the lines costs them the same
      privacy.
    </p>
    <FigurePlace>
      <Loading from={api.errorsByRate}>{errors => <ForecastFigure errors={errors} />}</Loading>
    </FigurePlace>
    <p>
      An error of one day means that the answer is usually within a day of the truth, seldom two days away. One patient
      moves an average only a little, so its noise is small and a sample only adds to it. A median may jump when one
      patient is added, its noise must hide the jump, and a sample makes that much cheaper.
    </p>
    <p>
      Look before you ask: a forecast reads no data and costs nothing. Sample for medians and the like when little may
      be spent, or when questions are many. Do not sample counts, sums and averages in the hope of a better answer.
    </p>
    <Doing
      page={{ path: 'explore', title: 'Explore', words: 'finds the best rate for a median by simulation' }}
      command="sortition forecast median --distribution lognormal:1.6,0.8 --population 2001 --min 0 --max 90 --epsilon 0.3 --delta 0.000001"
    />
    <Checked>
      errors are standard errors at ε = 0.3 for everybody (δ = 10⁻⁶ for the median, by smooth sensitivity and 200
      simulated draws; the average by its formula).
    </Checked>
  </>
);
