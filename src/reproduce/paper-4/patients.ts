/** Figures 4 to 7: recurrences of breast cancer by age and by tumour size, among the patients alone and among 10,000 people. */
import { makePopulation } from '../../collect/views/index.ts';
import type { Bars, Panel } from '../../figure/index.ts';
import type { GroupCount } from '../breast-cancer.ts';
import type { Materials } from '../materials.ts';
import { said } from '../numbers.ts';
import type { Made, Reproduction, ReproductionRow } from '../reproduction.ts';
import { responseErrors, SAMPLING, SERIES, samplingError } from './parameters.ts';

const PATIENTS = 286;

/** Recurrences by tumour size as the paper's Figure 6 prints them. */
const PRINTED_SIZES: readonly GroupCount[] = [1, 0, 1, 7, 16, 18, 25, 7, 6, 1, 3].map((count, i) => ({
  group: `${5 * i}-${5 * i + 4}`,
  count,
}));

/** Stand in for the ages of the data set, which the paper does not print. */
const SYNTHETIC_AGES: readonly GroupCount[] = [2, 14, 26, 24, 16, 3].map((count, i) => ({
  group: `${20 + 10 * i}-${29 + 10 * i}`,
  count,
}));

export const patientsAlone: Reproduction = {
  name: 'paper-4-figures-4-5',
  paper: 'JG17',
  title: 'Figures 4 and 5: patients alone',
  says: 'Among the 286 patients both mechanisms estimate recurrences by age and tumour size with errors of a similar size.',
  make: materials => compare(materials, PATIENTS, 'None: with few people, neither mechanism is clearly better.'),
};

export const patientsAmongMany: Reproduction = {
  name: 'paper-4-figures-6-7',
  paper: 'JG17',
  title: 'Figures 6 and 7: patients among 10,000 people',
  says: 'Among 10,000 people the error of randomized response is 63 recurrences, while that of sampling stays at 2 to 11.',
  make: materials =>
    compare(
      materials,
      10_000,
      'The 63 of the paper is a 99 % bound, while its bounds for sampling are 95 % bounds; the conclusion stands.',
    ),
};

function compare({ breastCancer }: Materials, people: number, differs: string): Made {
  const panels: readonly { readonly title: string; readonly groups: readonly GroupCount[] }[] = [
    { title: 'By age', groups: breastCancer?.byAge ?? SYNTHETIC_AGES },
    { title: 'By tumour size (mm)', groups: breastCancer?.byTumourSize ?? PRINTED_SIZES },
  ];
  const rows = panels.flatMap(({ title, groups }) => rowsOf(title, groups, people));
  const sizes = rows.filter(row => row.panel === panels[1].title);
  const largest = (name: string): string => said(Math.max(...sizes.map(row => Number(row[name]) - Number(row[TRUTH]))));
  return {
    gets: `By tumour size, the 95 % error of randomized response is up to ${largest(SERIES.response)} recurrences and that of sampling up to ${largest(SERIES.sampling)}.`,
    differs:
      breastCancer === undefined
        ? `${differs} Without the data set, the ages are synthetic and the tumour sizes are those printed in the paper.`
        : differs,
    rows,
    figure: { panels: panels.map(({ title }) => panel(title, rows, people)) },
  };
}

const TRUTH = 'recurrences';

function rowsOf(title: string, groups: readonly GroupCount[], people: number): ReproductionRow[] {
  const counts = groups.map(({ count }) => count);
  const response = responseErrors(makePopulation(counts, people));
  return groups.map(({ group, count }, i) => ({
    panel: title,
    group,
    [TRUTH]: count,
    [SERIES.sampling]: count + samplingError(count, SAMPLING),
    [SERIES.response]: count + response[i],
  }));
}

const panel = (title: string, rows: readonly ReproductionRow[], people: number): Panel => ({
  title,
  subtitle: `95 % bounds, among ${people.toLocaleString('en')} people`,
  x: { label: title.toLowerCase() },
  y: { label: 'people', domain: [0, 80] },
  series: [TRUTH, SERIES.sampling, SERIES.response].map(
    (name): Bars => ({
      kind: 'bars',
      name,
      points: rows.filter(row => row.panel === title).map(row => ({ x: String(row.group), y: Number(row[name]) })),
    }),
  ),
});
