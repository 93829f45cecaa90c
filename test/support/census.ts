/** Published census data: each line is a person. */
import { readFileSync } from 'node:fs';
import type { PolicyInput } from '../../src/source/index.ts';
import { fixturePath } from './fixture.ts';

export type Person = Readonly<Record<string, string>>;

export interface Census {
  readonly people: readonly Person[];
  readonly policy: PolicyInput;
}

/** The 48,842 adults of UCI [Becker and Kohavi 1996]; values as its documentation lists them, '?' is none of them. */
export const adults = (): Census =>
  census('data/uci-adult/adult.csv', {
    age: { type: 'integer', min: 0, max: 100 },
    'hours-per-week': { type: 'integer', min: 0, max: 80 },
    workclass: category(
      'Private Self-emp-not-inc Self-emp-inc Federal-gov Local-gov State-gov Without-pay Never-worked',
    ),
    education: category(
      'Bachelors Some-college 11th HS-grad Prof-school Assoc-acdm Assoc-voc 9th 7th-8th 12th Masters 1st-4th 10th Doctorate 5th-6th Preschool',
    ),
    occupation: category(
      'Tech-support Craft-repair Other-service Sales Exec-managerial Prof-specialty Handlers-cleaners Machine-op-inspct Adm-clerical Farming-fishing Transport-moving Priv-house-serv Protective-serv Armed-Forces',
    ),
    race: category('White Asian-Pac-Islander Amer-Indian-Eskimo Other Black'),
    sex: category('Female Male'),
    income: category('>50K <=50K'),
  });

/** Californians of a public use microdata sample: numbers throughout. */
export const californians = (): Census =>
  census('data/pums-california-1000/pums_10000.csv', {
    age: { type: 'integer', min: 0, max: 100 },
    sex: { type: 'integer', min: 0, max: 1 },
    educ: { type: 'integer', min: 1, max: 16 },
    race: { type: 'integer', min: 1, max: 6 },
    married: { type: 'integer', min: 0, max: 1 },
    income: { type: 'integer', min: 0, max: 200_000 },
  });

type Columns = PolicyInput['tables'][string]['columns'];

const category = (values: string): Columns[string] => ({ type: 'category', values: values.split(' ') });

function census(file: string, columns: Columns): Census {
  const path = fixturePath(file);
  const [names, ...lines] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.trim().split(','));
  return {
    people: lines.map(fields => Object.fromEntries(names.map((name, i) => [name, fields[i]]))),
    policy: {
      source: { engine: 'duckdb', path },
      tables: { people: { columns } },
      budget: { epsilon: 1000 },
      ledger: 'sqlite:people.ledger',
    },
  };
}
