/** A table that may be wider than its card: it scrolls, also for those who have only keys. */
import type { ReactNode } from 'react';

interface Props {
  /** What it lists. */
  readonly label: string;
  readonly children: ReactNode;
}

export const WideTable = ({ label, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reached by keys
  <section className="wide" tabIndex={0} aria-label={label}>
    <table>{children}</table>
  </section>
);
