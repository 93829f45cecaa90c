/** A draw as the work of a job: into the folder of releases, and not to be stopped once it is recorded. */
import { type DrawOrder, type DrawStage, drawRelease } from '../../release/index.ts';
import type { DrawnSample } from '../contract/releases.ts';
import type { ReleaseFolder } from '../release-folder.ts';
import type { JobOrder } from './job.ts';

export interface DrawIntoFolder extends Omit<DrawOrder, 'out' | 'policy' | 'ledger'> {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly format: 'csv' | 'parquet';
}

const WORDS: Readonly<Record<DrawStage, string>> = {
  reading: 'reading the table',
  judged: 'the rate is safe; recording the draw',
  recorded: 'recorded in the ledger',
  drawing: 'drawing, and writing the sample',
  certified: 'written, and recorded with its hash',
  published: 'published',
};

export const drawWork =
  ({ name, format, ...order }: DrawIntoFolder, folder: ReleaseFolder): JobOrder<'release-draw'>['work'] =>
  ({ signal, progress, commit }) => {
    const file = `${name}.${format}`;
    const announce = (stage: DrawStage, part: number): void => {
      if (stage === 'recorded') commit();
      progress(WORDS[stage], part);
    };
    return folder.withName(file, async out => {
      const { rate, rateFromData, epsilon, delta, threshold, entry, head } = await drawRelease(
        { ...order, out },
        { signal, progress: announce },
      );
      return { file, rate, rateFromData, epsilon, delta, threshold, entry, head } satisfies DrawnSample;
    });
  };
