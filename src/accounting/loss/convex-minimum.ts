/** Convex curves by their vertices, and what holds whichever of several it is. */

/** Vertices of a convex, piecewise linear trade-off function, by increasing false positive rate. */
export interface Curve {
  readonly falsePositive: Float64Array;
  readonly falseNegative: Float64Array;
  /** The curve lies at most this far from where its side may claim it. */
  readonly error: number;
}

/** The greatest convex function below several curves: what holds whichever of them the attacker faces. */
export function convexMinimum(curves: readonly Curve[]): Curve {
  const next = curves.map(() => 0);
  const total = curves.reduce((sum, { falsePositive }) => sum + falsePositive.length, 0);
  const hull = { x: new Float64Array(total), y: new Float64Array(total), size: 0 };
  for (let taken = 0; taken < total; taken++) {
    let chosen = -1;
    let [x, y] = [Infinity, Infinity];
    for (let c = 0; c < curves.length; c++) {
      const here = curves[c].falsePositive[next[c]]; // undefined at the end of a curve, which is below nothing
      if (!(here < x || (here === x && curves[c].falseNegative[next[c]] < y))) continue;
      [chosen, x, y] = [c, here, curves[c].falseNegative[next[c]]];
    }
    push(hull, x, y);
    next[chosen] += 1;
  }
  return {
    falsePositive: hull.x.slice(0, hull.size),
    falseNegative: hull.y.slice(0, hull.size),
    error: Math.max(...curves.map(({ error }) => error)),
  };
}

interface Hull {
  readonly x: Float64Array;
  readonly y: Float64Array;
  size: number;
}

/** Adds a vertex to a lower convex hull. */
function push(hull: Hull, nextX: number, nextY: number): void {
  const { x, y } = hull;
  if (hull.size > 0 && nextX === x[hull.size - 1]) {
    if (nextY >= y[hull.size - 1]) return;
    hull.size -= 1;
  }
  for (; hull.size > 1; hull.size--) {
    const last = hull.size - 1;
    if ((y[last] - y[last - 1]) * (nextX - x[last]) < (nextY - y[last]) * (x[last] - x[last - 1])) break;
  }
  x[hull.size] = nextX;
  y[hull.size] = nextY;
  hull.size += 1;
}
