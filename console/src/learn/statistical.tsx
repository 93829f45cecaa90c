/** Third lesson: an exact count, protected by the crowd alone, and from whom. */
import { useCallback } from 'react';
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { Checked, Doing, FigurePlace } from './lesson.tsx';
import { countCurves } from './statistical-curve.ts';
import { StatisticalFigure } from './statistical-figure.tsx';

export function StatisticalLesson({ api }: PageProps) {
  const curves = useCallback((signal: AbortSignal) => countCurves(api.until(signal)), [api]);
  return (
    <>
      <p>
        Sometimes the exact number is required, by law or by a form. Without noise, nothing protects against every
        attacker. An attacker who knows all patients but Anna subtracts them and has her diagnosis.
      </p>
      <p>
        But an attacker who only knows what is generally known, say that 3 in 10 patients have diabetes, has to guess
        about all the others too, and they are then as good as noise. Which counts would such an attacker expect if Anna
        has diabetes, and which if not?
      </p>
      <FigurePlace>
        <Loading from={curves} stage="Computing the figure">
          {values => <StatisticalFigure curves={values} />}
        </Loading>
      </FigurePlace>
      <p>
        What protects Anna is not the size of the hospital but the number of people about whom the attacker knows
        nothing: a count of 1,000 patients of whom 990 are known is a count of 10. Read the result in people: of 100
        patients with diabetes, how many more does the attacker find than by blind guessing?
      </p>
      <p>
        Use it for one exact count over many people whose values outsiders do not know. Do not use it for a series: two
        exact counts of nearly the same people can be subtracted, and no budget covers that. If an attacker may know
        most of the people, use noise.
      </p>
      <Doing
        page={{ path: 'explore', title: 'Explore', words: 'compares what attackers find with and without noise' }}
        command="sortition statistical property --entries 1000 --probability 0.3 --epsilon 0.1"
        guide="statistical"
      />
      <Checked>
        statistical privacy of a property query: the overlap is 1 − δ at ε = 0, and what an attacker finds is read off
        the trade-off function (<code>tradeOffOf</code>).
      </Checked>
    </>
  );
}
