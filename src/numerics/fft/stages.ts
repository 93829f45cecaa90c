/**
 * The butterflies of Stockham's self-sorting transform: each stage reads one array and writes another in an order
 * that makes the last result sorted. `lanes` transforms run side by side, element i of lane q at i·lanes + q.
 * Every element is loaded once into a local and every index computed once: the compiler does not do it for us.
 */
/** Complex numbers in memory: the parts of number j are at step·j. Pairs in one array have step 2. */
export interface ComplexArray {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly step: 1 | 2;
}

/**
 * Butterflies of one stage of `lanes` transforms of length 4·quarter: those from number `first` on, one for each
 * three roots in the row. The result has step 1.
 */
export function radixFour(
  from: ComplexArray,
  to: ComplexArray,
  row: Float64Array,
  first: number,
  quarter: number,
  lanes: number,
) {
  const { real: x, imaginary: y, step } = from;
  const { real: u, imaginary: v } = to;
  const stride = quarter * lanes * step;
  let i = first * lanes * step;
  let o = 4 * first * lanes;
  for (let root = 0; root < row.length; root += 6) {
    const cosine1 = row[root];
    const sine1 = row[root + 1];
    const cosine2 = row[root + 2];
    const sine2 = row[root + 3];
    const cosine3 = row[root + 4];
    const sine3 = row[root + 5];
    const end = o + lanes;
    for (; o < end; i += step, o++) {
      const i1 = i + stride;
      const i2 = i1 + stride;
      const i3 = i2 + stride;
      const x0 = x[i];
      const y0 = y[i];
      const x2 = x[i2];
      const y2 = y[i2];
      const x1 = x[i1];
      const y1 = y[i1];
      const x3 = x[i3];
      const y3 = y[i3];
      const evenX = x0 + x2;
      const evenY = y0 + y2;
      const differenceX = x0 - x2;
      const differenceY = y0 - y2;
      const oddX = x1 + x3;
      const oddY = y1 + y3;
      const otherX = x1 - x3;
      const otherY = y1 - y3;
      const firstX = differenceX + otherY;
      const firstY = differenceY - otherX;
      const secondX = evenX - oddX;
      const secondY = evenY - oddY;
      const thirdX = differenceX - otherY;
      const thirdY = differenceY + otherX;
      const o1 = o + lanes;
      const o2 = o1 + lanes;
      const o3 = o2 + lanes;
      u[o] = evenX + oddX;
      v[o] = evenY + oddY;
      u[o1] = firstX * cosine1 - firstY * sine1;
      v[o1] = firstX * sine1 + firstY * cosine1;
      u[o2] = secondX * cosine2 - secondY * sine2;
      v[o2] = secondX * sine2 + secondY * cosine2;
      u[o3] = thirdX * cosine3 - thirdY * sine3;
      v[o3] = thirdX * sine3 + thirdY * cosine3;
    }
    o += 3 * lanes;
  }
}

/** Last stage of an even power of two: `lanes` transforms of length 4, which need no roots. */
export function lastFour(from: ComplexArray, to: ComplexArray, lanes: number): void {
  const { real: x, imaginary: y, step } = from;
  const { real: u, imaginary: v, step: toStep } = to;
  const stride = lanes * step;
  const toStride = lanes * toStep;
  for (let i = 0, o = 0; i < stride; i += step, o += toStep) {
    const i1 = i + stride;
    const i2 = i1 + stride;
    const i3 = i2 + stride;
    const evenX = x[i] + x[i2];
    const evenY = y[i] + y[i2];
    const differenceX = x[i] - x[i2];
    const differenceY = y[i] - y[i2];
    const oddX = x[i1] + x[i3];
    const oddY = y[i1] + y[i3];
    const otherX = x[i1] - x[i3];
    const otherY = y[i1] - y[i3];
    const o1 = o + toStride;
    const o2 = o1 + toStride;
    const o3 = o2 + toStride;
    u[o] = evenX + oddX;
    v[o] = evenY + oddY;
    u[o1] = differenceX + otherY;
    v[o1] = differenceY - otherX;
    u[o2] = evenX - oddX;
    v[o2] = evenY - oddY;
    u[o3] = differenceX - otherY;
    v[o3] = differenceY + otherX;
  }
}

/** Last stage of an odd power of two: `lanes` transforms of length 2. */
export function lastTwo(from: ComplexArray, to: ComplexArray, lanes: number): void {
  const { real: x, imaginary: y, step } = from;
  const { real: u, imaginary: v, step: toStep } = to;
  const stride = lanes * step;
  const toStride = lanes * toStep;
  for (let i = 0, o = 0; i < stride; i += step, o += toStep) {
    const x0 = x[i];
    const y0 = y[i];
    const x1 = x[i + stride];
    const y1 = y[i + stride];
    u[o] = x0 + x1;
    v[o] = y0 + y1;
    u[o + toStride] = x0 - x1;
    v[o + toStride] = y0 - y1;
  }
}
