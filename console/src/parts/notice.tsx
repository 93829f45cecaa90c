/** Something that a person should know: what went wrong, and the way out. */
import type { ReactNode } from 'react';
import { Refused } from '../api.ts';

export function Notice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="notice" role="alert">
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}

interface RefusalProps {
  readonly of: unknown;
  readonly onRetry?: () => void;
  /** The text that was refused: the place that the refusal names is marked in it. */
  readonly sql?: string;
}

/** A refusal as a sentence; its code is for those who look it up. */
export function Refusal({ of, onRetry, sql = '' }: RefusalProps) {
  const refused = of instanceof Refused ? of : new Refused('internal_fault', 'Something went wrong in this page.');
  const { sentence, place } = placed(refused.message);
  return (
    <div className="notice" role="alert">
      <p>{sentence}</p>
      {place !== null && sql !== '' && <Marked sql={sql} {...place} />}
      <p className="code">
        Code: <code>{refused.code}</code>
      </p>
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

interface SqlPlace {
  readonly line: number;
  readonly column: number;
}

/** Refusals of SQL begin with `line:column: `, counted from one in whole characters. */
function placed(message: string): { readonly sentence: string; readonly place: SqlPlace | null } {
  const [whole, line, column] = /^(\d+):(\d+): /.exec(message) ?? [''];
  const sentence = message.slice(whole.length);
  return {
    sentence: sentence.charAt(0).toUpperCase() + sentence.slice(1),
    place: line === undefined ? null : { line: Number(line), column: Number(column) },
  };
}

/** The line in question, with its word marked. */
function Marked({ sql, line, column }: SqlPlace & { readonly sql: string }) {
  const text = [...(sql.split('\n')[line - 1] ?? '')];
  const rest = text.slice(column - 1).join('');
  const [word = rest.slice(0, 1)] = /^(\w+|'[^']*'?|"[^"]*"?)/.exec(rest) ?? [];
  return (
    <pre>
      {text.slice(0, column - 1).join('')}
      <mark>{word === '' ? ' ' : word}</mark>
      {rest.slice(word.length)}
    </pre>
  );
}
