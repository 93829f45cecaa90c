/** What entries about published samples do to the book. */
import { invariant } from '../vocabulary/index.ts';
import type { OpenBook } from './book.ts';
import type { Body } from './entry-kinds.ts';
import { pay } from './posting-payments.ts';

export function drawRelease(book: OpenBook, body: Body<'release-drawn'>, sequence: number): void {
  const { analyst, tables, charge, nodes, ...release } = body;
  pay(book, { analyst, tables, charge, nodes });
  book.releases.set(
    sequence,
    Object.freeze({ ...release, charged: charge, entry: sequence, output: null, written: null }),
  );
}

export function finishRelease(book: OpenBook, { draw, output }: Body<'release-written'>, sequence: number): void {
  const release = book.releases.get(draw);
  invariant(release !== undefined, 'what is written was drawn before');
  book.releases.set(draw, Object.freeze({ ...release, output, written: sequence }));
}
