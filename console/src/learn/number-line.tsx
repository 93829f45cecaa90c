/** An answer on a line: the truth, the estimate, and how far the truth may be from it. */
interface Props {
  readonly domain: readonly [number, number];
  readonly truth: number;
  readonly estimate: number;
  readonly interval: readonly [number, number];
}

export function NumberLine({ domain: [from, to], truth, estimate, interval }: Props) {
  const at = (value: number) => 4 + (392 * (Math.min(Math.max(value, from), to) - from)) / (to - from);
  return (
    <div className="number-line">
      <svg viewBox="0 0 400 24" aria-hidden="true">
        <line className="ground" x1={4} x2={396} y1={12} y2={12} />
        <line className="whisker" x1={at(interval[0])} x2={at(interval[1])} y1={12} y2={12} />
        <line className="truth" x1={at(truth)} x2={at(truth)} y1={2} y2={22} />
        <circle className="mark" cx={at(estimate)} cy={12} r={5} />
      </svg>
      <p className="small">
        <span>{from}</span>
        <span>circle: the answer with its interval; vertical line: the true value</span>
        <span>{to}</span>
      </p>
    </div>
  );
}
