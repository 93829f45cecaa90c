/** An expression in words that people read: close to SQL, with brackets wherever something nests. */
import type { Arithmetic, Comparison, Expression } from './expression.ts';

const ARITHMETIC: Readonly<Record<Arithmetic, string>> = { add: '+', subtract: '-', multiply: '*', divide: '/' };

const COMPARISON: Readonly<Record<Comparison, string>> = {
  equal: '=',
  notEqual: '<>',
  less: '<',
  atMost: '<=',
  greater: '>',
  atLeast: '>=',
};

export function describeExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'column':
      return expression.name;
    case 'literal':
      return literal(expression.type, expression.value);
    case 'arithmetic':
      return infix(ARITHMETIC[expression.operator], [expression.left, expression.right]);
    case 'comparison':
      return infix(COMPARISON[expression.operator], [expression.left, expression.right]);
    case 'and':
    case 'or':
      return infix(expression.kind, expression.operands);
    case 'not':
      return `not ${inner(expression.operand)}`;
    case 'negate':
      return `-${inner(expression.operand)}`;
    case 'isNull':
      return `${inner(expression.operand)} is null`;
    case 'in':
      return `${inner(expression.operand)} in (${expression.values.map(describeExpression).join(', ')})`;
    case 'case':
      return [
        'case',
        ...expression.branches.map(
          branch => `when ${describeExpression(branch.when)} then ${describeExpression(branch.then)}`,
        ),
        `else ${describeExpression(expression.otherwise)} end`,
      ].join(' ');
    default:
      return call(expression);
  }
}

type Call = Extract<Expression, { readonly operand: Expression }>;

function call(expression: Exclude<Call, { readonly kind: 'not' | 'negate' | 'isNull' | 'in' }>): string {
  const operand = describeExpression(expression.operand);
  switch (expression.kind) {
    case 'round':
      return `round(${operand}, ${expression.step})`;
    case 'clamp':
      return `clamp(${operand}, ${expression.low}, ${expression.high})`;
    case 'startsWith':
    case 'contains':
      return `${expression.kind}(${operand}, ${quoted(expression.pattern)})`;
    case 'datePart':
      return `${expression.part}(${operand})`;
    default:
      return `${expression.kind}(${operand})`;
  }
}

const infix = (operator: string, operands: readonly Expression[]): string => operands.map(inner).join(` ${operator} `);

/** Brackets around whatever has parts of its own. */
function inner(expression: Expression): string {
  const text = describeExpression(expression);
  return expression.kind === 'column' || expression.kind === 'literal' || /^\w+\(.*\)$/.test(text) ? text : `(${text})`;
}

function literal(type: string, value: string | boolean | null): string {
  if (value === null || type === 'boolean' || type === 'integer' || type === 'number') return String(value);
  return type === 'text' ? quoted(String(value)) : `${type} ${quoted(String(value))}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
