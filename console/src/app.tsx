/** The frame: who is signed in, which page is open. Pages are named in the address, so that each can be linked to. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { apiFor } from './api.ts';
import { Ask } from './pages/ask.tsx';
import { Budget } from './pages/budget.tsx';
import { Collect } from './pages/collect.tsx';
import { Explore } from './pages/explore.tsx';
import { Learn } from './pages/learn.tsx';
import { Release } from './pages/release.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { forgetToken, keepToken, readToken } from './session.ts';

const PAGES = [
  { path: 'budget', title: 'Budget', Page: Budget },
  { path: 'ask', title: 'Ask', Page: Ask },
  { path: 'release', title: 'Release', Page: Release },
  { path: 'collect', title: 'Collect', Page: Collect },
  { path: 'explore', title: 'Explore', Page: Explore },
  { path: 'learn', title: 'Learn', Page: Learn },
] as const;

export function App() {
  const [token, setToken] = useState(readToken);
  const [reason, setReason] = useState<string | null>(null);
  const [path, ...within] = useHash().split('/');
  const leave = useCallback((why: string | null) => {
    forgetToken();
    setReason(why);
    setToken(null);
  }, []);
  const api = useMemo(() => (token === null ? null : apiFor(token, leave)), [token, leave]);
  if (api === null)
    return (
      <SignIn
        reason={reason}
        onToken={text => {
          keepToken(text);
          setReason(null);
          setToken(text);
        }}
      />
    );
  const { Page, title } = PAGES.find(page => page.path === path) ?? PAGES[0];
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="frame">
        <strong className="brand">Sortition</strong>
        <nav aria-label="Pages">
          {PAGES.map(page => (
            <a key={page.path} href={`#/${page.path}`} aria-current={page.title === title ? 'page' : undefined}>
              {page.title}
            </a>
          ))}
        </nav>
        <button type="button" className="quiet" onClick={() => leave(null)}>
          Sign out
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        <h1>{title}</h1>
        <Page api={api} within={within.join('/')} />
      </main>
    </>
  );
}

function useHash(): string {
  const [path, setPath] = useState(readHash);
  useEffect(() => {
    const changed = () => setPath(readHash());
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return path;
}

const readHash = (): string => window.location.hash.replace(/^#\//, '');
