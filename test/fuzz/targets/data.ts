/** One person's odd row: the others are answered as they would be without it. */
import { refusalOf } from '../oracle.ts';
import { CELLS, csvLine, csvOf, FIELDS, type Format, ROWS, type Row, secretClinic } from '../secret-clinic.ts';
import { Finding, type Target } from '../target.ts';
import { varyJson } from '../vary-json.ts';

const QUESTIONS = [
  'SELECT ward, count(*), sum(cost) FROM visits GROUP BY ward',
  "SELECT avg(age), stddev(cost) FROM visits WHERE seen > DATE '2024-02-01'",
  "SELECT count(DISTINCT patient) FROM visits WHERE lower(town) = 'ulm' OR cost > 3",
  'SELECT extract(year FROM seen) AS y, count(*) FROM visits TABLESAMPLE BERNOULLI (50) GROUP BY y',
  'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY cost) FROM visits',
];

const ODD: readonly Row[] = [
  { patient: 'm', ward: 'A', cost: '1e999', age: '0x10', seen: '2024-13-45', town: 'x"y' },
  { patient: '', ward: 'Z', cost: '-1', age: '1.5', seen: 'yesterday', town: '\u0000' },
  { patient: 'm', cost: 'NaN', age: '99999999999999999999', seen: '0000-00-00', town: '💥'.repeat(20) },
  { patient: 'm\nm', ward: 'a', cost: ' 7 ', age: '+3', seen: '2024-01-01T00:00:00Z', town: "'; --" },
];

const SEEDS = ODD.flatMap(row => (['csv', 'json'] as const).map(format => JSON.stringify({ format, row, place: 3 })));

interface Odd {
  readonly format: Format;
  readonly row: Row;
  readonly place: number;
}

export const data: Target = {
  name: 'data',
  async open() {
    const clinics = { csv: secretClinic('csv'), json: secretClinic('json') };
    const secrets = { words: [...CELLS, clinics.csv.folder, clinics.json.folder] };
    const outcomes = async (format: Format): Promise<string> => {
      const opened = await clinics[format].open();
      const found: string[] = [];
      for (const question of QUESTIONS)
        found.push(
          await opened
            .sql(question)
            .then(asked => asked.ask({ epsilon: 0.001 }))
            .then(
              () => 'answered',
              (thrown: unknown) => refusalOf(thrown, secrets).code,
            ),
        );
      await opened.close();
      return found.join();
    };
    const usual = { csv: await outcomes('csv'), json: await outcomes('json') };
    return {
      seeds: SEEDS,
      vary: varyJson,
      secondsMost: 15,
      async attempt(text) {
        const odd = oddIn(text);
        if (odd === undefined) return 'no row';
        clinics[odd.format].fill(fileWith(odd));
        const found = await outcomes(odd.format);
        if (found !== usual[odd.format]) throw new Finding('others', `${odd.format}: ${found}`);
        return `alike ${odd.format}`;
      },
      async close() {
        for (const clinic of Object.values(clinics)) clinic.end();
      },
    };
  },
};

function oddIn(text: string): Odd | undefined {
  try {
    const { format, row, place } = JSON.parse(text);
    if (format !== 'csv' && format !== 'json') return undefined;
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined;
    return { format, row, place: Number.isSafeInteger(place) ? Math.abs(place) % (ROWS.length + 1) : 0 };
  } catch {
    return undefined;
  }
}

/** As a program writes it: what is in a field stays in it, and the row may be of other fields. */
function fileWith({ format, row, place }: Odd): string {
  if (format === 'json')
    return ROWS.map(each => JSON.stringify(each))
      .toSpliced(place, 0, JSON.stringify(row))
      .join('\n');
  const fields = Object.fromEntries(
    FIELDS.flatMap(name => (Object.hasOwn(row, name) ? [[name, textOf(row[name])]] : [])),
  );
  return csvOf(ROWS)
    .split('\n')
    .toSpliced(place + 1, 0, csvLine(fields))
    .join('\n');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
