/** All reproductions on one page, in Markdown: the picture or the table, and a sentence each on what is said, found, and different. */
import { PAPERS, type PaperKey } from './papers.ts';
import type { Made, Reproduction, ReproductionRow } from './reproduction.ts';

export interface GalleryItem {
  readonly reproduction: Reproduction;
  readonly made: Made;
}

export function galleryPage(shown: readonly GalleryItem[], images: string): string {
  const sections = (Object.keys(PAPERS) as PaperKey[]).flatMap(paper => {
    const ours = shown.filter(({ reproduction }) => reproduction.paper === paper);
    return ours.length === 0 ? [] : [`## ${PAPERS[paper]}`, ...ours.map(each => section(each, images))];
  });
  return `${[TITLE, ...sections].join('\n\n')}\n`;
}

const TITLE = `# The papers, reproduced

Tables and figures of five papers, reproduced by \`npx sortition reproduce --all\`, which also writes their numbers as CSV and
JSON. For each: what the paper says, what we get, and where and why they differ.`;

const section = ({ reproduction: { name, title, says }, made }: GalleryItem, images: string): string =>
  [
    `### ${title}`,
    made.figure === undefined ? table(made.rows) : `![${title}](${images}/${name}.svg)`,
    `- **The paper** ${says}\n- **We get** ${made.gets}\n- **Differences** ${made.differs}`,
  ].join('\n\n');

function table(rows: readonly ReproductionRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map(row => line(columns.map(column => cell(row[column])))),
  ].join('\n');
}

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(6))) : value.replaceAll('|', '\\|');
