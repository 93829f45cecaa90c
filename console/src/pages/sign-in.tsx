/** Where everybody starts: a token, pasted. */
import { type FormEvent, useState } from 'react';
import { Notice } from '../parts/notice.tsx';

interface Props {
  /** Why somebody is here again. */
  readonly reason: string | null;
  readonly onToken: (token: string) => void;
}

export function SignIn({ reason, onToken }: Props) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onToken(text.trim());
  };
  return (
    <main className="door">
      <h1>Sortition</h1>
      <p>
        Private answers to questions about people, with the privacy cost of every answer. Ask the custodian of the data
        for a token.
      </p>
      {reason !== null && <Notice title="Please sign in again">{reason}</Notice>}
      <form onSubmit={submit}>
        <label>
          Token
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={event => setText(event.target.value)}
            placeholder="sortition_…"
          />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}
