/** What can be read here: the lessons in their order, each named by a question that somebody really has, and a comparison. */
import { AskLesson } from './ask.tsx';
import { CollectLesson } from './collect.tsx';
import { ComingFrom } from './coming-from.tsx';
import { EpsilonLesson } from './epsilon.tsx';
import { ForecastLesson } from './forecast.tsx';
import { ReleaseLesson } from './release.tsx';
import { StatisticalLesson } from './statistical.tsx';

export const LESSONS = [
  {
    path: 'epsilon',
    question: 'Which epsilon should we choose?',
    about: 'What an attacker may conclude, and what is left of the answer.',
    Lesson: EpsilonLesson,
  },
  {
    path: 'ask',
    question: 'Could an answer expose one of our patients?',
    about: 'Noise and random samples, and what a price means.',
    Lesson: AskLesson,
  },
  {
    path: 'release',
    question: 'May we publish one record in twenty, if the names are gone?',
    about: 'Rare values, recoding, and the probability of a bad draw.',
    Lesson: ReleaseLesson,
  },
  {
    path: 'statistical',
    question: 'Is an exact count harmless when many people are in it?',
    about: 'Who is hidden in a crowd, and from whom.',
    Lesson: StatisticalLesson,
  },
  {
    path: 'collect',
    question: 'How can we ask about things we must not know?',
    about: 'Answers split into shares, and what each observer learns.',
    Lesson: CollectLesson,
  },
  {
    path: 'forecast',
    question: 'Is asking fewer people always worse?',
    about: 'When does sampling pay? Two errors that pull in opposite directions.',
    Lesson: ForecastLesson,
  },
] as const;

/** Apart from the lessons: it needs some knowledge, of another library. */
export const COMPARISON = {
  path: 'coming-from',
  question: 'Coming from OpenDP, Tumult or SmartNoise?',
  about: 'The same question in each library, side by side, and the names of the same thing.',
  Lesson: ComingFrom,
} as const;
