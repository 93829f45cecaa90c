/** A level between nothing and all, with its name and value in words: what somebody may believe at most. */
interface Props {
  readonly name: string;
  readonly share: number;
  readonly value: string;
  /** Where it stood before. */
  readonly before: number;
}

export const Level = ({ name, share, value, before }: Props) => (
  <div className="level">
    <span>{name}</span>
    <span className="number">{value}</span>
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="level-ground" width={100} height={10} />
      <rect className="level-value" width={100 * share} height={10} />
      <line className="level-before" x1={100 * before} x2={100 * before} y1={0} y2={10} />
    </svg>
  </div>
);
