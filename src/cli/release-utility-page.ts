/** How well a sample stands for its table, as one page with pictures: everything inside, nothing fetched. */
import { drawFigure, type Figure, type Panel } from '../figure/index.ts';
import type { ColumnUtility, Utility } from '../release/index.ts';
import { escaped } from '../text/index.ts';
import { cellsText, digits, furthest, INTERNAL, PAIRS, worstText } from './release-utility-text.ts';

export interface ComparedFiles {
  readonly sample: string;
  readonly data: string;
}

export const utilityPage = (found: Utility, { sample, data }: ComparedFiles): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Internal: ${escaped(sample)} compared with ${escaped(data)}</title>
<style>${STYLE}</style>
</head>
<body>
<p class="internal">${escaped(INTERNAL)}</p>
<h1>How well ${escaped(sample)} represents ${escaped(data)}</h1>
<p>${found.sampleRows} of ${found.rows} ${found.unit === null ? 'rows' : 'people, each with all their rows'}. Distance is total variation: the largest difference in the answer to any
question about the columns, as a share of them. An honestly drawn sample is close to what chance alone would give.</p>
<figure>${drawFigure(overview(found))}</figure>
<h2>Column by column</h2>
<figure>${drawFigure({ panels: found.columns.map(columnPanel) })}</figure>
${found.pairs.length === 0 ? '' : `<h2>Pairs of columns (at most ${PAIRS}), largest excess over chance first</h2>\n${pairTable(found)}`}
</body>
</html>
`;

const TABLE = 'table';
const SAMPLE = 'sample';

function overview({ columns: all, pairs }: Utility): Figure {
  const columns = all.length > BARS ? furthest(all, BARS) : all;
  const words = shortened(columns.map(({ column }) => column));
  const bars = (name: string, height: (column: ColumnUtility) => number) => ({
    kind: 'bars' as const,
    name,
    points: columns.map((column, place) => ({ x: words[place], y: height(column) })),
  });
  const panel: Panel = {
    title: 'Columns',
    subtitle: `Distance of the sample from the table${all.length > BARS ? `: ${BARS} of ${all.length}, largest excess over chance` : ''}`,
    x: { label: 'column' },
    y: { label: 'total variation', percent: true },
    series: [bars('found', ({ totalVariation }) => totalVariation), bars('by chance', ({ expected }) => expected)],
  };
  return { panels: pairs.length === 0 ? [panel] : [panel, pairsPanel(pairs)] };
}

function pairsPanel(pairs: Utility['pairs']): Panel {
  const most = 1.1 * Math.max(...pairs.flatMap(({ totalVariation, expected }) => [totalVariation, expected]), 1e-6);
  return {
    title: 'Pairs of columns',
    subtitle: 'One dot per pair; above the line: further from the table than chance explains',
    x: { label: 'total variation by chance', percent: true, domain: [0, most] },
    y: { label: 'total variation found', percent: true, domain: [0, most] },
    series: [
      {
        kind: 'words',
        text: 'chance alone',
        at: { x: 0.83 * most, y: 0.77 * most },
        rotate: -33,
        through: [
          { x: 0, y: 0 },
          { x: most, y: most },
        ],
      },
      {
        kind: 'dots',
        name: 'found',
        points: pairs.map(({ totalVariation, expected }) => ({ x: expected, y: totalVariation })),
      },
    ],
  };
}

/** Numbers of many values by their quantiles, everything else by its values. */
function columnPanel(column: ColumnUtility): Panel {
  const subtitle = `distance ${digits(column.totalVariation)}, by chance ${digits(column.expected)}, ${column.cells} values`;
  return column.quantiles.length > 0 && column.cells > BARS
    ? { title: column.column, subtitle, ...quantileAxes(column) }
    : { title: column.column, subtitle, ...shareAxes(column) };
}

type Drawn = Pick<Panel, 'x' | 'y' | 'series'>;

const quantileAxes = ({ column, quantiles }: ColumnUtility): Drawn => ({
  x: { label: 'share of the rows at or below', percent: true, domain: [0, 1] },
  y: { label: column, domain: withRoom(quantiles.flatMap(({ table, sample }) => [table, sample])) },
  series: [
    { kind: 'line', name: TABLE, points: quantiles.map(({ share, table }) => ({ x: share, y: table })) },
    { kind: 'dots', name: SAMPLE, points: quantiles.map(({ share, sample }) => ({ x: share, y: sample })) },
  ],
});

/** So that no dot is cut by the frame. */
function withRoom(values: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least || 1) / 25;
  return [least - room, most + room];
}

/** More bars would not be told apart. */
const BARS = 6;

function shareAxes({ largest, cells }: ColumnUtility): Drawn {
  const shown = largest.slice(0, BARS);
  const words = shortened(shown.map(({ value }) => cellsText(value)));
  const bars = (name: string, share: 'table' | 'sample') => ({
    kind: 'bars' as const,
    name,
    points: shown.map((pair, place) => ({ x: words[place], y: pair[share] })),
  });
  return {
    x: { label: cells > BARS ? `value, the ${BARS} largest of ${cells}` : 'value' },
    y: { label: 'share', percent: true },
    series: [bars(TABLE, 'table'), bars(SAMPLE, 'sample')],
  };
}

/** Words stand side by side below their bars: cut where they are long, and numbered where that makes them the same. */
function shortened(words: readonly string[]): readonly string[] {
  const cut = words.map(word => (word.length <= WORD ? word : `${word.slice(0, WORD - 1)}…`));
  return cut.map((word, place) => (cut.indexOf(word) === place ? word : `${word.slice(0, WORD - 3)}…${place + 1}`));
}

const WORD = 10;

const pairTable = ({ pairs }: Utility): string =>
  [
    '<table><tr><th>pair</th><th>distance</th><th>by chance</th><th>cells</th><th>largest differences: table and sample</th></tr>',
    ...furthest(pairs, PAIRS).map(
      ({ columns, totalVariation, expected, cells, worst }) =>
        `<tr><td>${escaped(columns.join(' × '))}</td><td>${digits(totalVariation)}</td><td>${digits(expected)}</td><td>${cells}</td><td>${worst.map(worstText).map(escaped).join('<br>')}</td></tr>`,
    ),
    '</table>',
  ].join('\n');

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 72rem; margin: 1.5rem auto; padding: 0 1rem; }
  .internal { background: #b3261e; color: white; font-weight: 600; padding: .6rem 1rem; border-radius: 6px; }
  h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.2rem; margin: 1.5rem 0 .3rem; }
  figure { margin: .5rem 0; } figure > svg { max-width: 100%; height: auto; }
  table { border-collapse: collapse; font-size: .9rem; } th, td { padding: .35rem .9rem .35rem 0; text-align: left; vertical-align: top; }
  tr { border-bottom: 1px solid #ddd; } td:nth-child(2), td:nth-child(3), td:nth-child(4) { font-variant-numeric: tabular-nums; }
`;
