/** Both sums of a mean are rounded to the nearest whole step: together they are more than the noise hides. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'ends-rounded-to-nearest',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/contribution.ts',
      find: `        return weighed([total(each)], weighing)[0];`,
      replace: `        const [part, whole] = of > rowsPerUnit ? [rowsPerUnit * weighing.kept, of * weighing.from] : [weighing.kept, weighing.from];
        return whole === 0n ? 0n : (2n * part * total(each) + whole) / (2n * whole);`,
    },
    {
      file: 'src/sql/measure.ts',
      find: `      return cut(number, rowsPerUnit, weighed(sum, rowsPerUnit, number));`,
      replace: `      return cut(
        number,
        rowsPerUnit,
        dialect.quotient(sql\`(\${wide(2n * rowsPerUnit)} * \${sum} + \${number})\`, sql\`(2 * \${number})\`),
      );`,
    },
    {
      file: 'src/plan/operators/aggregates/check-aggregates.ts',
      find: `  if (rowsAreUnits || !hasFractions(wanted, grouping)) return 1n;`,
      replace: `  if (rowsAreUnits || wanted.kind === 'weighted' || !hasFractions(wanted, grouping)) return 1n;`,
    },
  ],
};
