/** What entries about samples and sizes do to the book. */
import { invariant } from '../vocabulary/index.ts';
import type { OpenBook } from './book.ts';
import type { Body } from './entry-kinds.ts';
import { pay } from './posting-payments.ts';
import type { SampleRecord } from './sample-record.ts';

export function createSample(book: OpenBook, body: Body<'sample-created'>, sequence: number): void {
  const { at, analyst, tables, charge, nodes, ...sample } = body;
  pay(book, { analyst, tables, charge, nodes });
  book.samples.set(sample.name, Object.freeze({ ...sample, entry: sequence, retired: null }));
  // what no chance drew is the same table again, with all that was spent on it
  book.retired.delete(sample.node);
}

export function retireSample(
  book: OpenBook,
  { name, node }: Pick<SampleRecord, 'name' | 'node'>,
  sequence: number,
): void {
  const sample = book.samples.get(name);
  invariant(sample?.node === node, 'the sample that is retired is the one that bears the name');
  const retired = Object.freeze({ ...sample, retired: sequence });
  book.samples.set(name, retired);
  book.retired.set(node, retired);
}

/** Of a size without a state nobody knows which data it was of. */
export function recordSize(book: OpenBook, { table, state, units }: Body<'size-recorded'>): void {
  if (state !== undefined) book.sizes.set(table, new Map([...(book.sizes.get(table) ?? []), [state, units]]));
}
