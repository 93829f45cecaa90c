/** The most to charge: epsilon, a delta where it is needed, or a rho where the budget counts it. */
import type { CallerJson } from '../../../src/service/contract/budget.ts';
import { short } from '../parts/numbers.ts';

export interface SpendingWords {
  readonly epsilon: string;
  readonly delta: string;
  readonly rho: string;
}

interface Props {
  readonly spending: SpendingWords;
  readonly me: CallerJson;
  readonly onChange: (spending: SpendingWords) => void;
}

/** A small part of what is left, and of the usual size. */
export const usualDelta = ({ remaining }: CallerJson): string => short(Math.min(1e-6, remaining.delta / 10));

/** What most questions take, or half of what is left where that is less. */
export function usualEpsilon({ remaining }: CallerJson): string {
  const left = remaining.epsilon ?? 0;
  return left >= 0.5 ? '0.5' : left > 0 ? String(Number((left / 2).toPrecision(1))) : '0.5';
}

export function SpendingFields({ spending, me: { budget, remaining }, onChange }: Props) {
  const { epsilon, delta, rho } = spending;
  const byRho = rho !== '';
  const set = (part: Partial<SpendingWords>) => onChange({ ...spending, ...part });
  return (
    <div className="spending">
      <label>
        Spend at most epsilon
        <input
          inputMode="decimal"
          value={byRho ? '' : epsilon}
          disabled={byRho}
          placeholder={`of ${short(remaining.epsilon ?? 0)}`}
          onChange={event => set({ epsilon: event.target.value })}
          required
        />
      </label>
      {(budget.delta > 0 || delta !== '') && (
        <label>
          and delta
          <input
            inputMode="decimal"
            value={byRho ? '' : delta}
            disabled={byRho}
            placeholder="0"
            onChange={event => set({ delta: event.target.value })}
          />
        </label>
      )}
      {(budget.rho !== undefined || byRho) && (
        <label>
          or rho instead
          <input
            inputMode="decimal"
            value={rho}
            placeholder="none"
            onChange={event => set({ rho: event.target.value.trim() })}
          />
        </label>
      )}
      <p className="small">
        {!((remaining.epsilon ?? 0) > 0 || (remaining.rho ?? 0) > 0) && (
          <>Nothing is left to you: only answers that are recorded can be shown, at no charge. </>
        )}
        <a href="#/learn/epsilon">Which epsilon?</a>
      </p>
    </div>
  );
}
