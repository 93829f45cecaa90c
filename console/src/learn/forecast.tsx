/** Fifth lesson: how many people to ask, when noise is part of the answer. */
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { ForecastFigure } from './forecast-figure.tsx';
import { Checked, Doing, FigurePlace } from './lesson.tsx';

export const ForecastLesson = ({ api }: PageProps) => (
  <>
    <p>
      It seems so: the fewer people you ask, the more the answer depends on who was drawn. But an answer that protects
      people has a second error, its noise. If you look at only one of the two, you ask the wrong number of people.
    </p>
    <p>
      An answer from a sample reveals less about each person than an answer from everyone, so it needs less noise. As
      the sample shrinks, one error grows and the other may fall. The two are independent, so they do not simply add up.
      These are the days that 2,001 patients stayed in a hospital; every point on the lines has the same privacy cost.
    </p>
    <FigurePlace>
      <Loading from={api.errorsByRate} stage="Simulating 200 samples at each rate">
        {errors => <ForecastFigure errors={errors} />}
      </Loading>
    </FigurePlace>
    <p>
      An error of one day means that the answer is usually within a day of the true value and seldom two days away. One
      patient changes an average only a little, so its noise is small and a sample only adds error. A median may jump
      when one patient is added; its noise must hide the jump, and a sample makes that much cheaper.
    </p>
    <p>
      Forecast before you ask: a forecast reads no data and costs nothing. Sample for medians and other quantiles when
      the budget is small, or when you have many questions. Do not sample for counts, sums and averages in the hope of a
      better answer.
    </p>
    <Doing
      page={{ path: 'explore', title: 'Explore', words: 'finds the best rate for a median by simulation' }}
      command="sortition forecast median --distribution lognormal:1.6,0.8 --population 2001 --min 0 --max 90 --epsilon 0.3 --delta 0.000001"
      guide="when-sampling-pays"
    />
    <Checked>
      errors are standard errors at ε = 0.3 for everyone (δ = 10⁻⁶ for the median, by smooth sensitivity and 200
      simulated draws; the average by its formula).
    </Checked>
  </>
);
