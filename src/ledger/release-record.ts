/** Samples of tables that were drawn to be published. A table is drawn from once; again only for a reason. */
import type { CountedLoss } from '../amounts/index.ts';
import type { Json } from '../json/index.ts';

export interface NewRelease {
  /** Where the table lies. */
  readonly place: string;
  /** Hash of its columns. A table is known again by its place or by its columns, so that a copy is known too. */
  readonly schema: string;
  /** What was ordered: columns, rules, rate, promise. */
  readonly order: Json;
  readonly reason: string | null;
}

export interface ReleaseRecord extends NewRelease {
  readonly entry: number;
  readonly at: string;
  readonly charged: CountedLoss;
  /** Hash of the file; `null` where it was never finished. The draw counts all the same. */
  readonly output: string | null;
  /** The entry that says so. */
  readonly written: number | null;
}

/** Draws of the same table; those before an entry, as they were then, where one is named. */
export const earlierReleases = (
  releases: ReadonlyMap<number, ReleaseRecord>,
  { place, schema, entry = Infinity }: Pick<NewRelease, 'place' | 'schema'> & { readonly entry?: number },
): readonly ReleaseRecord[] =>
  [...releases.values()]
    .filter(release => release.entry < entry && (release.place === place || release.schema === schema))
    .map(release => ((release.written ?? 0) < entry ? release : { ...release, output: null, written: null }));
