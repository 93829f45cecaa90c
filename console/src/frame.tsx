/** Around every page: where one can go, who one is, and what is left to spend. */
import type { ReactNode } from 'react';
import type { CallerJson } from '../../src/service/contract/budget.ts';
import { short } from './parts/numbers.ts';

interface Props {
  readonly me: CallerJson;
  readonly pages: readonly { readonly path: string; readonly title: string }[];
  readonly title: string;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

export const Frame = ({ me, pages, title, onLeave, children }: Props) => (
  <>
    <button type="button" className="quiet skip" onClick={skip}>
      Skip to content
    </button>
    <header className="frame">
      <a className="brand" href="#/ask">
        <Mark />
        Sortition
      </a>
      <nav aria-label="Pages">
        {pages.map(page => (
          <a key={page.path} href={`#/${page.path}`} aria-current={page.title === title ? 'page' : undefined}>
            {page.title}
          </a>
        ))}
      </nav>
      <Left me={me} />
      <div className="who">
        <span>
          <strong>{me.analyst}</strong>
          {me.analyst !== me.role && <span className="role">{me.role}</span>}
        </span>
        <button type="button" className="plain" onClick={onLeave}>
          Sign out
        </button>
      </div>
    </header>
    <main id="content" tabIndex={-1}>
      <h1>{title}</h1>
      {children}
    </main>
  </>
);

/** No link: the address names the page, and so cannot name a place in it too. */
const skip = (): void => document.querySelector<HTMLElement>('#content')?.focus();

/** Some of many, drawn at random. */
const Mark = () => (
  <svg viewBox="0 0 20 20" aria-hidden="true">
    {[3, 10, 17].flatMap(y =>
      [3, 10, 17].map(x => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={2.4} className={DRAWN.has(`${x} ${y}`) ? 'drawn' : undefined} />
      )),
    )}
  </svg>
);

const DRAWN = new Set(['10 3', '3 10', '17 17']);

function Left({ me: { budget, remaining } }: Pick<Props, 'me'>) {
  const [whole, left] = [budget.epsilon ?? 0, remaining.epsilon ?? 0];
  return (
    <a className="left-over" href="#/budget">
      <span>
        <strong>{short(left)}</strong> epsilon
        {remaining.rho !== undefined && (
          <>
            , <strong>{short(remaining.rho)}</strong> rho
          </>
        )}{' '}
        left
      </span>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100} height={4} className="gone" />
        <rect width={whole > 0 ? (100 * left) / whole : 0} height={4} className="there" />
      </svg>
    </a>
  );
}
