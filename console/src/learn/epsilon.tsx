/** The question before all others: how much to allow. */
import { EpsilonFigure } from './epsilon-figure.tsx';
import { Checked, Doing, FigurePlace } from './lesson.tsx';

export const EpsilonLesson = () => (
  <>
    <p>
      Epsilon is a limit on what anyone can learn about one person from the answers. A small epsilon protects strongly
      and adds much noise; a large one protects weakly and adds little. There is no right number, but there are two
      questions that decide it: what could an attacker conclude, and is the answer still useful?
    </p>
    <p>
      Suppose that someone thinks it is 50% likely that Anna is in your data, knows everyone else who is, and sees the
      answer. Move the slider and read both sides: how sure they can become, and how far a count of people would be off.
    </p>
    <FigurePlace>
      <EpsilonFigure />
    </FigurePlace>
    <p>
      Decide on the budget of the whole data first: all answers ever given add up to it. For sensitive data 1 to 3 is a
      cautious choice; above 10 the guarantee says little. Then divide it by the number of questions that you expect.
      Large groups need little: with 10,000 people in every group, epsilon 0.1 leaves an error of 0.3%.
    </p>
    <p>
      Delta is the probability that the limit fails. It is needed for groups that are not listed in advance, and should
      be far below 1 divided by the number of people: a ten-millionth for a hundred thousand people.
    </p>
    <Doing
      page={{ path: 'budget', title: 'Budget', words: 'shows what is left, and how many more questions that buys' }}
      command='sortition ask --policy policy.json --sql "SELECT count(*) FROM visits" --epsilon 0.1 --explain'
      guide="which-epsilon"
    />
    <Checked>
      the belief is 1 / (1 + e^-ε) after even odds, which is the most that pure ε-differential privacy allows; the error
      is the 95% interval of Laplace noise of scale 1 / ε on a count to which each person adds one.
    </Checked>
  </>
);
