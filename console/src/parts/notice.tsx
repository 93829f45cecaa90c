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

/** A refusal by its code, in words. */
export function Refusal({ of, onRetry }: { readonly of: unknown; readonly onRetry?: () => void }) {
  const refused = of instanceof Refused ? of : new Refused('internal_fault', 'Something went wrong in this page.');
  return (
    <div className="notice" role="alert">
      <strong>{refused.code.replaceAll('_', ' ')}</strong>
      <p>{refused.message}</p>
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
