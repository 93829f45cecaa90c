/** The medical data set of the fourth paper, as far as it is used: recurrences by group. It is read where it is given, never kept. */
import { refuse } from '../vocabulary/index.ts';

export interface BreastCancer {
  readonly byAge: readonly GroupCount[];
  readonly byTumourSize: readonly GroupCount[];
  readonly patients: number;
}

export interface GroupCount {
  readonly group: string;
  readonly count: number;
}

/** The citation that its donors ask for wherever it is shown. */
export const BREAST_CANCER_CITATION =
  'The breast cancer data were obtained from the University Medical Centre, Institute of Oncology, Ljubljana, Yugoslavia. Thanks go to M. Zwitter and M. Soklic.';

/** From the text of the file: lines of commas, the first one the names. */
export function readBreastCancer(text: string): BreastCancer {
  const [names = [], ...patients] = text
    .trim()
    .split(/\r?\n/)
    .map(line => line.split(','));
  const [outcome, age, size] = ['class', 'age', 'tumor-size'].map(name => {
    const place = names.indexOf(name);
    return place >= 0 ? place : refuse('file_unreadable', `The breast cancer data have no column ${name}.`);
  });
  const recurrences = (column: number): GroupCount[] =>
    [...new Set(patients.map(patient => patient[column]))]
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .map(group => ({
        group,
        count: patients.filter(patient => patient[column] === group && patient[outcome] === 'recurrence-events').length,
      }));
  return { byAge: recurrences(age), byTumourSize: recurrences(size), patients: patients.length };
}
