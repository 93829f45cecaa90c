/** Who is signed in, and which page is open. Pages are named in the address, so that each can be linked to. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Api, apiFor, type OpenPageProps } from './api.ts';
import { Frame } from './frame.tsx';
import { Ask } from './pages/ask.tsx';
import { Budget } from './pages/budget.tsx';
import { Collect } from './pages/collect.tsx';
import { DataPage } from './pages/data.tsx';
import { Explore } from './pages/explore.tsx';
import { Learn } from './pages/learn.tsx';
import { Release } from './pages/release.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { KeptPlaces } from './parts/kept.tsx';
import { Loading } from './parts/loading.tsx';
import { Notice } from './parts/notice.tsx';
import { forgetToken, keepToken, readToken } from './session.ts';

interface NamedPage {
  readonly path: string;
  readonly title: string;
  readonly Page: (props: OpenPageProps) => React.ReactNode;
  /** Left out of the pages of analysts, who may do nothing there. */
  readonly custodianOnly?: true;
}

/** The first is where everybody starts. */
const PAGES: readonly NamedPage[] = [
  { path: 'ask', title: 'Ask', Page: Ask },
  { path: 'data', title: 'Data', Page: DataPage },
  { path: 'budget', title: 'Budget', Page: Budget },
  { path: 'release', title: 'Release', Page: Release, custodianOnly: true },
  { path: 'collect', title: 'Collect', Page: Collect },
  { path: 'explore', title: 'Explore', Page: Explore },
  { path: 'learn', title: 'Learn', Page: Learn },
];

export function App() {
  const [token, setToken] = useState(readToken);
  const [reason, setReason] = useState<string | null>(null);
  const leave = useCallback((why: string | null) => {
    forgetToken();
    setReason(why);
    setToken(null);
  }, []);
  const api = useMemo(() => (token === null ? null : apiFor(token, leave)), [token, leave]);
  if (api !== null)
    return (
      <KeptPlaces>
        <SignedIn api={api} onLeave={() => leave(null)} />
      </KeptPlaces>
    );
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
}

function SignedIn({ api, onLeave }: { readonly api: Api; readonly onLeave: () => void }) {
  const [turn, setTurn] = useState(0);
  const onSpent = useCallback(() => setTurn(now => now + 1), []);
  const [path, ...within] = useHash().split('/');
  const { Page, title, custodianOnly } = PAGES.find(page => page.path === path) ?? PAGES[0];
  return (
    <Loading from={api.me} turn={turn}>
      {me => {
        const isAllowed = me.role === 'custodian' || !custodianOnly;
        const pages = PAGES.filter(page => me.role === 'custodian' || !page.custodianOnly);
        return (
          <Frame me={me} pages={pages} title={title} onLeave={onLeave}>
            {isAllowed ? (
              <Page api={api} me={me} onSpent={onSpent} within={within.join('/')} />
            ) : (
              <Notice title="This page is for the custodian">
                It shows exact counts of the data. You can ask questions instead, or ask the custodian of the data.
              </Notice>
            )}
          </Frame>
        );
      }}
    </Loading>
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
