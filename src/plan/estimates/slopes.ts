/** How fast an expression over released values changes with each of them: at their estimates, or everywhere alike. */
import type { Expression } from '../expressions/expression.ts';
import { judge, type ReleasedScalar } from '../post-processing.ts';

type Read = (name: string) => ReleasedScalar;

/** The derivative by one value, at what all of them are; NaN where there is none. Rounding passes every change on. */
export function slope(expression: Expression, by: string, read: Read): number {
  const at = (part: Expression): number => {
    const value = judge(part, read);
    return typeof value === 'number' ? value : Number.NaN;
  };
  const of = (part: Expression): number => slope(part, by, read);
  switch (expression.kind) {
    case 'column':
      return expression.name === by ? 1 : 0;
    case 'arithmetic': {
      const { operator, left, right } = expression;
      if (operator === 'add') return of(left) + of(right);
      if (operator === 'subtract') return of(left) - of(right);
      if (operator === 'multiply') return of(left) * at(right) + at(left) * of(right);
      return (of(left) * at(right) - at(left) * of(right)) / at(right) ** 2;
    }
    case 'negate':
      return -of(expression.operand);
    case 'absolute':
      // at zero it errs as much as to either side of it
      return (Math.sign(at(expression.operand)) || 1) * of(expression.operand);
    case 'round':
    case 'floor':
      return of(expression.operand);
    case 'remainder': {
      const { left, right } = expression;
      return of(left) - Math.trunc(at(left) / at(right)) * of(right);
    }
    case 'greatest':
    case 'least': {
      const value = at(expression);
      const chosen = expression.operands.find(operand => at(operand) === value);
      return chosen === undefined ? Number.NaN : of(chosen);
    }
    case 'clamp': {
      const value = at(expression.operand);
      return value < Number(expression.low) || value > Number(expression.high) ? 0 : of(expression.operand);
    }
    case 'power': {
      const [inner, exponent] = [of(expression.operand), Number(expression.exponent)];
      return inner === 0 ? 0 : exponent * at(expression.operand) ** (exponent - 1) * inner;
    }
    case 'case': {
      const { branches, otherwise } = expression;
      return of(branches.find(({ when }) => judge(when, read) === true)?.then ?? otherwise);
    }
    default:
      return 0;
  }
}

/** So much of each value, and nothing else but a constant; undefined where it is no such sum. */
export function linearIn(expression: Expression): ReadonlyMap<string, number> | undefined {
  switch (expression.kind) {
    case 'column':
      return new Map([[expression.name, 1]]);
    case 'literal':
      return constantOf(expression) === undefined ? undefined : new Map();
    case 'negate':
      return scaled(linearIn(expression.operand), -1);
    case 'arithmetic': {
      const { operator, left, right } = expression;
      if (operator === 'add') return summed(linearIn(left), linearIn(right));
      if (operator === 'subtract') return summed(linearIn(left), scaled(linearIn(right), -1));
      const [one, other] = [constantOf(left), constantOf(right)];
      if (operator === 'divide')
        return scaled(linearIn(left), other === undefined || other === 0 ? undefined : 1 / other);
      return one === undefined ? scaled(linearIn(left), other) : scaled(linearIn(right), one);
    }
    default:
      return undefined;
  }
}

/** The value of what has no column in it; undefined where it has one, or is no number. */
function constantOf(expression: Expression): number | undefined {
  let hasColumn = false;
  const value = judge(expression, () => {
    hasColumn = true;
    return null;
  });
  return hasColumn || typeof value !== 'number' ? undefined : value;
}

type Slopes = ReadonlyMap<string, number> | undefined;

const scaled = (slopes: Slopes, factor: number | undefined): Slopes =>
  slopes && factor !== undefined ? new Map([...slopes].map(([name, each]) => [name, each * factor])) : undefined;

function summed(one: Slopes, other: Slopes): Slopes {
  if (one === undefined || other === undefined) return undefined;
  const names = new Set([...one.keys(), ...other.keys()]);
  return new Map([...names].map(name => [name, (one.get(name) ?? 0) + (other.get(name) ?? 0)]));
}
