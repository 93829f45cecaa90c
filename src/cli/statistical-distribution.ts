/** `normal:3,2`, `mixture:0@0.9,1@0.1`, `empirical:visits.csv#cost`: distributions of entries as words of the command line. */
import type { EntryDistribution, WeighedValue } from '../statistical/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { number } from './flags.ts';

const FLAG = '--distribution';

/** What follows the colon, for each kind. */
const SHAPES: Readonly<Record<string, string>> = {
  normal: 'MEAN,DEVIATION',
  laplace: 'MEAN,SCALE',
  uniform: 'FROM,TO',
  poisson: 'MEAN',
  mixture: 'VALUE@WEIGHT,VALUE@WEIGHT,...',
  empirical: 'FILE#COLUMN',
};

export async function readDistribution(word: string): Promise<EntryDistribution> {
  const [kind, ...rest] = word.split(':');
  const parameters = rest.join(':');
  if (kind === 'cauchy')
    return refuse('value_out_of_range', 'Cauchy entries have no variance, so a sum of them hides no single entry.');
  if (!Object.hasOwn(SHAPES, kind))
    return refuse('value_out_of_range', `${FLAG} must be one of ${Object.keys(SHAPES).join(', ')}; "${kind}" is not.`);
  if (kind === 'empirical') return columnOf(parameters);
  if (kind === 'mixture') return { kind, values: parameters.split(',').map(weighedValue) };
  const numbers = parameters.split(',').map(part => number(FLAG, part));
  if (numbers.length !== SHAPES[kind].split(',').length) return misshapen(kind, parameters);
  const [first, second] = numbers;
  if (kind === 'normal') return { kind, mean: first, deviation: second };
  if (kind === 'laplace') return { kind, mean: first, scale: second };
  return kind === 'uniform' ? { kind, from: first, to: second } : { kind: 'poisson', mean: first };
}

const misshapen = (kind: string, parameters: string): never =>
  refuse('value_out_of_range', `${FLAG} must have the form ${kind}:${SHAPES[kind]}; "${parameters}" does not.`);

function weighedValue(part: string): WeighedValue {
  const [value, weight, ...rest] = part.split('@').map(each => number(FLAG, each));
  return weight !== undefined && rest.length === 0 ? { value, weight } : misshapen('mixture', part);
}

/** The values of a column with their counts. Only their distribution goes any further, but this reads the data itself. */
async function columnOf(place: string): Promise<EntryDistribution> {
  const at = place.lastIndexOf('#');
  if (!(at > 0 && at < place.length - 1)) return misshapen('empirical', place);
  const [path, column] = [place.slice(0, at), place.slice(at + 1)];
  // engines take longer to load than other commands to run
  const { countMargins, marginRows, openDataFile } = await import('../engine/index.ts');
  const { engine, table, kinds } = await openDataFile(path);
  try {
    if (!kinds.has(column))
      return refuse(
        'unknown_column',
        `${path} has no column ${column}; its columns are ${[...kinds.keys()].join(', ')}.`,
      );
    if (kinds.get(column) !== 'number')
      return refuse('type_mismatch', `The column ${column} does not contain numbers.`);
    const values: WeighedValue[] = [];
    const request = { table, columns: [{ name: column, rules: [] }], margins: [[0]] };
    await countMargins(engine, request, {}, ({ count, value }) => {
      const [[cell]] = marginRows(value);
      if (cell !== null) values.push({ value: Number(cell), weight: count });
    });
    return { kind: 'mixture', values };
  } finally {
    await engine.close();
  }
}
