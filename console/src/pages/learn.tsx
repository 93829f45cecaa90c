/** Six short lessons, one for each decision: what can go wrong, one picture to play with, and what its numbers mean. And a comparison with other libraries. */
import { useEffect, useRef } from 'react';
import type { OpenPageProps } from '../api.ts';
import { COMPARISON, LESSONS } from '../learn/lessons.ts';
import './learn.css';

export function Learn({ api, within }: OpenPageProps) {
  const place = READINGS.findIndex(({ path }) => path === within);
  if (place < 0) return <Contents />;
  const { question, path, Lesson } = READINGS[place];
  return (
    <article className={`lesson lesson-${path}`} key={path}>
      <Question>{question}</Question>
      <Lesson api={api} />
      <nav className="lesson-turns" aria-label="Lessons">
        <Turn place={place - 1} words="Before" />
        <a href="#/learn">All lessons</a>
        <Turn place={place + 1} words="Next" />
      </nav>
    </article>
  );
}

const READINGS = [...LESSONS, COMPARISON];

const Contents = () => (
  <>
    <p className="lesson">
      Six decisions about people’s data. Each lesson takes five minutes and needs no statistics. The limits and
      probabilities in the figures come from the same code that protects your data; your browser makes the random draws.
    </p>
    <ol className="lessons">
      {LESSONS.map(({ path, question, about }) => (
        <li key={path} className="card">
          <a href={`#/learn/${path}`}>{question}</a>
          <p className="small">{about}</p>
        </li>
      ))}
    </ol>
    <div className="lessons">
      <p className="card">
        <a href={`#/learn/${COMPARISON.path}`}>{COMPARISON.question}</a>
        <span className="small">{COMPARISON.about}</span>
      </p>
    </div>
  </>
);

/** Whoever turns a page starts reading at its top, by eye or by ear. */
function Question({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

function Turn({ place, words }: { readonly place: number; readonly words: string }) {
  const lesson = READINGS[place];
  if (lesson === undefined) return <span />;
  return (
    <a href={`#/learn/${lesson.path}`}>
      <span className="small">{words}</span> {lesson.question}
    </a>
  );
}
