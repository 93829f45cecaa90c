/** What lessons are made of: the place of a figure, the sentence under it, where to do it, and where to check it. */
import type { ReactNode } from 'react';

/** Holds the room of a figure before it is there, so that the text below does not jump. */
export const FigurePlace = ({ children }: { readonly children: ReactNode }) => (
  <div className="lesson-place card">{children}</div>
);

/** What the figure shows now, in one sentence. */
export const Says = ({ children }: { readonly children: ReactNode }) => (
  <p className="lesson-says" aria-live="polite">
    {children}
  </p>
);

interface DoingProps {
  readonly page: { readonly path: string; readonly title: string; readonly words: string };
  readonly command: string;
  /** The page of the guide. */
  readonly guide: string;
}

export const Doing = ({ page, command, guide }: DoingProps) => (
  <section className="lesson-doing">
    <h3>Do it</h3>
    <p>
      <a href={`#/${page.path}`}>{page.title}</a> {page.words}, or on the command line:
    </p>
    <pre>{command}</pre>
    <InGuide page={guide} />
  </section>
);

/** The guide comes with the package, not with the service. */
export const InGuide = ({ page }: { readonly page: string }) => (
  <p className="small">
    More in the guide: <code>docs/guide/{page}.md</code>
  </p>
);

export const Checked = ({ children }: { readonly children: ReactNode }) => (
  <p className="small lesson-checked">
    <strong>Technical details:</strong> {children}
  </p>
);
