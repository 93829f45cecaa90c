/** A plan as people read it, one step a line, in the order in which the road takes them. */
import { describeExpression } from './describe-expression.ts';
import { sampleOf, splitOf } from './operators/schemes/schemes.ts';
import type { Aggregate, NamedExpression, Plan, PlanTable } from './plan.ts';

export const describe = ({ input, grouping, aggregates, afterwards: postProcessing, interval }: Plan): string =>
  [
    ...tableLines(input),
    ...(grouping.kind === 'none' ? [] : [`group by ${grouping.kind} ${grouping.keys.map(named).join(', ')}`]),
    `ask ${aggregates.map(aggregateText).join(', ')}`,
    ...(interval === undefined ? [] : [`buy tight intervals with ${interval.share} of epsilon`]),
    ...(postProcessing.having === undefined ? [] : [`having ${describeExpression(postProcessing.having)}`]),
    ...(postProcessing.order === undefined ? [] : [`order by ${postProcessing.order.map(orderText).join(', ')}`]),
    ...(postProcessing.limit === undefined ? [] : [`limit ${postProcessing.limit}`]),
  ].join('\n');

function tableLines(table: PlanTable): string[] {
  switch (table.kind) {
    case 'scan':
      return [`scan ${table.table}`];
    case 'where':
      return [...tableLines(table.input), `where ${describeExpression(table.condition)}`];
    case 'derive':
      return [...tableLines(table.input), `derive ${table.columns.map(named).join(', ')}`];
    case 'project':
      return [...tableLines(table.input), `project ${table.columns.join(', ')}`];
    case 'join':
      return [...tableLines(table.input), `join ${table.table} on ${table.on}, keep ${table.keep}`];
    case 'sample':
      return [...tableLines(table.input), `${sampleOf(table.scheme).words(table.scheme)}${calledText(table.name)}`];
    case 'part':
      return [
        ...tableLines(table.input),
        `part ${JSON.stringify(table.part)} of ${splitOf(table.split).words(table.split)}${calledText(table.name)}`,
      ];
  }
}

const calledText = (name: string | null): string => (name === null ? '' : `, called ${name}`);

function named({ name, expression }: NamedExpression): string {
  const text = describeExpression(expression);
  return text === name ? name : `${text} as ${name}`;
}

function aggregateText(aggregate: Aggregate): string {
  const values = 'of' in aggregate ? [describeExpression(aggregate.of)] : [];
  const others = 'with' in aggregate ? [describeExpression(aggregate.with)] : [];
  const settings =
    'rank' in aggregate ? [aggregate.rank] : 'edges' in aggregate ? [`[${aggregate.edges.join(', ')}]`] : [];
  return `${aggregate.kind}(${[...values, ...others, ...settings].join(', ')}) as ${aggregate.name}`;
}

const orderText = ({ name, descending }: { readonly name: string; readonly descending: boolean }): string =>
  descending ? `${name} descending` : name;
