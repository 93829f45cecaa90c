/** Second lesson: records without names, and the values that few people share. */
import { useCallback } from 'react';
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { Checked, Doing, FigurePlace } from './lesson.tsx';
import { ReleaseFigure } from './release-figure.tsx';
import { releaseCurves } from './release-table.ts';

export function ReleaseLesson({ api }: PageProps) {
  const curves = useCallback((signal: AbortSignal) => releaseCurves(api.until(signal)), [api]);
  return (
    <>
      <p>
        A record without a name still identifies a person if no one else is like them. A hospital has one patient aged
        103. Publish that record, and everything in it is known to be hers.
      </p>
      <p>
        What matters is how many people share a value. Each brick is a patient; a draw publishes the coloured ones. An
        age is exposed when more than half of its people are published: an attacker who knows every patient but one
        could then find one age more than twice as likely as another for that one.
      </p>
      <FigurePlace>
        <Loading from={curves} stage="Computing the figure">
          {values => <ReleaseFigure curves={values} />}
        </Loading>
      </FigurePlace>
      <p>
        The number is a probability over the draw, before anyone has seen it: one draw in so many exposes an age. You
        decide what you accept. Then draw once, and publish what was drawn: redrawing until the sample looks harmless
        reveals more than a single draw does.
      </p>
      <p>
        Publish a sample when others need records rather than answers. If values are rare, recode them by a rule that
        does not depend on the data, or publish fewer records. Do not remove rare records: a gap reveals them too. This
        guarantee is for one table and one draw; it is weaker than the guarantee for answers.
      </p>
      <Doing
        page={{ path: 'release', title: 'Release', words: 'audits one of your tables' }}
        command="sortition release audit people.csv --columns sex,age,region --epsilon 1 --delta 0.001 --rate 0.05"
        guide="release"
      />
      <Checked>
        <code>failureChance</code> and <code>exactRate</code> with ε = 1 (twice as likely) and δ = 0.001, after
        Chaudhuri and Mishra (2006).
      </Checked>
    </>
  );
}
