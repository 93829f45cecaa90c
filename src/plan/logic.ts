/** SQL's three-valued logic, and what each comparison makes of an order. */
import type { Comparison } from './expression.ts';

export const holds: Readonly<Record<Comparison, (order: number) => boolean>> = {
  equal: order => order === 0,
  notEqual: order => order !== 0,
  less: order => order < 0,
  atMost: order => order <= 0,
  greater: order => order > 0,
  atLeast: order => order >= 0,
};

/** One operand may decide alone, false for `and`, true for `or`; otherwise whatever is not known makes all unknown. */
export function junction(operands: readonly unknown[], decisive: boolean): boolean | null {
  if (operands.includes(decisive)) return decisive;
  return operands.every(value => value === !decisive) ? !decisive : null;
}
