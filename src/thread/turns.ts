/** Who is next: one of each asker in turn, so that nobody with many orders keeps those who have one waiting. */
export interface Turns<Order> {
  add(by: string, order: Order): void;
  /** Takes the order whose turn it is. */
  next(): Order | undefined;
  /** How many of an asker wait. */
  count(by: string): number;
  /** Takes all that wait. */
  drain(): readonly Order[];
}

export function openTurns<Order>(): Turns<Order> {
  // askers in the order of their turns; whoever had one goes to the end
  const waiting = new Map<string, Order[]>();
  return {
    add(by, order) {
      const orders = waiting.get(by);
      if (orders === undefined) waiting.set(by, [order]);
      else orders.push(order);
    },
    next() {
      const [turn] = waiting;
      if (turn === undefined) return undefined;
      const [by, [order, ...others]] = turn;
      waiting.delete(by);
      if (others.length > 0) waiting.set(by, others);
      return order;
    },
    count: by => waiting.get(by)?.length ?? 0,
    drain() {
      const all = [...waiting.values()].flat();
      waiting.clear();
      return all;
    },
  };
}
