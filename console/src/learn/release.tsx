/** Second lesson: records without names, and the values that few people share. */
import { useCallback } from 'react';
import type { PageProps } from '../api.ts';
import { Loading } from '../parts/loading.tsx';
import { Checked, Doing, FigurePlace } from './lesson.tsx';
import { ReleaseFigure } from './release-figure.tsx';
import { releaseCurves } from './release-table.ts';

export function ReleaseLesson({ api }: PageProps) {
  const curves = useCallback(() => releaseCurves(api), [api]);
  return (
    <>
      <p>
        A record without a name still says who somebody is, if nobody else is like them. A hospital has one patient of
        103. Publish that record, and everything that stands beside the age is hers.
      </p>
      <p>
        What counts is how many people share a value. Each brick is a patient; a draw publishes the coloured ones. An
        age is given away when more than half of its people are published: somebody who knows every patient but one
        could then find one age more than twice as likely as another for that one.
      </p>
      <FigurePlace>
        <Loading from={curves}>{values => <ReleaseFigure curves={values} />}</Loading>
      </FigurePlace>
      <p>
        The number is a chance over the draw, before anybody has seen it: of so many draws, one gives an age away. You
        decide how many you accept. Then draw once, and publish what was drawn: whoever draws until it looks harmless
        tells more than a single draw does.
      </p>
      <p>
        Publish a sample when others need records and not answers. If values are rare, tell them coarser by a rule that
        anybody could have chosen, or publish fewer. Do not take out the rare records: a gap tells too. This promise is
        for one table and one draw; it is weaker than the promise for answers.
      </p>
      <Doing
        page={{ path: 'release', title: 'Release', words: 'judges a table of yours, the verdict first' }}
        command="sortition release audit people.csv --columns sex,age,region --epsilon 1 --delta 0.001 --rate 0.05"
      />
      <Checked>
        <code>failureChance</code> and <code>exactRate</code> with ε = 1 (twice as likely) and δ = 0.001, after
        Chaudhuri and Mishra (2006).
      </Checked>
    </>
  );
}
