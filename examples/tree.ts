/** The accountant's tree as a picture: what was spent on each table, and what of it the table below was charged. */
import type { State } from '../src/ledger/index.ts';
import { toNumber } from '../src/numerics/index.ts';

interface Box {
  readonly name: string;
  readonly words: string;
  /** What the table below was charged; undefined for the base. */
  readonly charged: string | undefined;
  readonly children: readonly Box[];
}

const amount = (epsilon: State['spent']['epsilon']): string => toNumber(epsilon!, 'up').toFixed(3);

/** Samples and splits of the base, with the parts that were asked. */
export function boxesOf({ nodes, samples, spent }: State): Box {
  const children = [...samples.values()].map(({ name, node, described: { scheme } }) => {
    const state = nodes.get(node);
    const parts = [...nodes].flatMap(([id, { spent: inside }]) => {
      if (!id.startsWith('[')) return [];
      const [split, part] = JSON.parse(id) as [string, string];
      return split === node
        ? [{ name: part, words: `epsilon ${amount(inside.epsilon)}`, charged: '', children: [] }]
        : [];
    });
    const charged = state === undefined ? '' : amount(state.passed.epsilon);
    const words =
      parts.length > 0
        ? `${scheme.kind} split`
        : `${scheme.kind}, epsilon ${amount(state?.spent.epsilon ?? spent.epsilon)}`;
    return { name, words, charged, children: parts };
  });
  return { name: 'all patients', words: `epsilon ${amount(spent.epsilon)}`, charged: undefined, children };
}

const [WIDTH, HEIGHT, ACROSS, DOWN] = [200, 44, 280, 62];

export function drawTree(root: Box): string {
  const lines: string[] = [];
  let row = 0;
  const place = (box: Box, depth: number): number => {
    const ends = box.children.map(child => ({ child, y: place(child, depth + 1) }));
    const y = ends.length === 0 ? row++ * DOWN : (ends[0].y + ends[ends.length - 1].y) / 2;
    const x = depth * ACROSS;
    for (const { child, y: end } of ends)
      lines.push(edge(x + WIDTH, y + HEIGHT / 2, x + ACROSS, end + HEIGHT / 2, child));
    lines.push(rectangle(x, y, box));
    return y;
  };
  place(root, 0);
  const size = `0 0 ${2 * ACROSS + WIDTH + 2} ${row * DOWN}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}" width="${2 * ACROSS + WIDTH + 2}" font-family="system-ui, sans-serif" font-size="13">${lines.join('')}</svg>`;
}

const rectangle = (x: number, y: number, { name, words }: Box): string =>
  `<rect x="${x + 1}" y="${y + 1}" width="${WIDTH}" height="${HEIGHT - 2}" rx="6" fill="#eef3f9" stroke="#9db8d9"/>` +
  `<text x="${x + 12}" y="${y + 18}" font-weight="600">${escaped(name)}</text><text x="${x + 12}" y="${y + 35}" fill="#444">${escaped(words)}</text>`;

const edge = (x1: number, y1: number, x2: number, y2: number, { charged }: Box): string =>
  `<path d="M${x1} ${y1} C${(x1 + x2) / 2} ${y1}, ${(x1 + x2) / 2} ${y2}, ${x2} ${y2}" fill="none" stroke="#9db8d9"/>` +
  (charged
    ? `<text x="${x2 - 8}" y="${y2 > y1 ? y2 + 16 : y2 - 6}" text-anchor="end" fill="#1b4f8a">${charged}</text>`
    : '');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
