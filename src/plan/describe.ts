/** A plan as people read it, one step a line, in the order in which the road takes them. */
import { describeExpression } from './describe-expression.ts';
import { describeSample, describeSplit } from './describe-scheme.ts';
import type { Aggregate, NamedExpression, Plan, Table } from './plan.ts';

export const describe = ({ input, grouping, aggregates, afterwards, interval }: Plan): string =>
  [
    ...tableLines(input),
    ...(grouping.kind === 'none' ? [] : [`group by ${grouping.kind} ${grouping.keys.map(named).join(', ')}`]),
    `ask ${aggregates.map(aggregateText).join(', ')}`,
    ...(interval === undefined ? [] : [`buy tight intervals with ${interval.share} of epsilon`]),
    ...(afterwards.having === undefined ? [] : [`having ${describeExpression(afterwards.having)}`]),
    ...(afterwards.order === undefined ? [] : [`order by ${afterwards.order.map(orderText).join(', ')}`]),
    ...(afterwards.limit === undefined ? [] : [`limit ${afterwards.limit}`]),
  ].join('\n');

function tableLines(table: Table): string[] {
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
      return [...tableLines(table.input), `${describeSample(table.scheme)}${calledText(table.name)}`];
    case 'part':
      return [
        ...tableLines(table.input),
        `part ${JSON.stringify(table.part)} of ${describeSplit(table.split)}${calledText(table.name)}`,
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
