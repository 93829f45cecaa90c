/** Reproductions for people: what there is, and what came of it. */
import { BREAST_CANCER_CITATION, type GalleryItem, PAPERS, type Reproduction } from '../reproduce/index.ts';

export const describeList = (reproductions: readonly Reproduction[]): string =>
  Object.entries(PAPERS)
    .map(([key, paper]) => {
      const ours = reproductions.filter(each => each.paper === key);
      return `${paper}\n${ours.map(({ name, title }) => `  ${name.padEnd(26)}${title}`).join('\n')}`;
    })
    .join('\n\n');

export const describeMade = (
  shown: readonly GalleryItem[],
  { out, dataGiven }: { readonly out: string; readonly dataGiven: boolean },
): string =>
  [
    ...shown.map(({ reproduction: { title, says }, made: { gets, differs } }) =>
      [title, `  The paper    ${says}`, `  We get       ${gets}`, `  Differences  ${differs}`].join('\n'),
    ),
    dataGiven ? BREAST_CANCER_CITATION : 'Synthetic data were used in place of the breast cancer data (see --data).',
    `Data, figures and a page of them are in ${out}.`,
  ].join('\n\n');
