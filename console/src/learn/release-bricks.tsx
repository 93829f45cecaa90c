/** The picture of a release: a brick for each patient, a line under each age that is published. */
import { type CoarsenedValue, PEOPLE_BY_AGE, YOUNGEST } from './release-table.ts';

export interface AgeBrick {
  readonly age: number;
  readonly shown: boolean;
}

export interface Stack extends CoarsenedValue {
  readonly shown: number;
  readonly isGivenAway: boolean;
  readonly sticksOut: boolean;
}

interface Props {
  readonly bricks: readonly AgeBrick[];
  readonly stacks: readonly Stack[];
}

const [COLUMN, ROW, GROUND] = [16, 6, 190];

export function ReleaseBricks({ bricks, stacks }: Props) {
  const fill = new Map<number, number>();
  const given = new Set(stacks.flatMap(stack => (stack.isGivenAway ? agesOf(stack) : [])));
  return (
    <svg
      className="bricks"
      viewBox={`0 0 ${COLUMN * PEOPLE_BY_AGE.length} 220`}
      role="img"
      aria-label={summary(stacks)}
    >
      {bricks.map(({ age, shown }, person) => {
        const level = fill.get(age) ?? 0;
        fill.set(age, level + 1);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a person is their place
            key={person}
            className={shown ? (given.has(age) ? 'given-away' : 'shown') : 'hidden'}
            x={left(age) + 2}
            y={GROUND - (level + 1) * ROW}
            width={COLUMN - 4}
            height={ROW - 1}
          />
        );
      })}
      {stacks.map(({ from, to, sticksOut }) => (
        <line
          key={from}
          className={sticksOut ? 'sticks-out' : 'ground'}
          x1={left(from) + 1.5}
          x2={left(to) + COLUMN - 1.5}
          y1={GROUND + 4}
          y2={GROUND + 4}
        />
      ))}
      {[80, 85, 90, 95, 100].map(age => (
        <text key={age} x={left(age) + COLUMN / 2} y={GROUND + 22} textAnchor="middle">
          {age}
        </text>
      ))}
    </svg>
  );
}

const left = (age: number): number => (age - YOUNGEST) * COLUMN;

const agesOf = ({ from, to }: CoarsenedValue): number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

function summary(stacks: readonly Stack[]): string {
  const named = (of: readonly Stack[]) => (of.length === 0 ? 'none' : of.map(({ name }) => name).join(', '));
  return `Patients by age. Ages at risk at this rate: ${named(stacks.filter(({ sticksOut }) => sticksOut))}. Ages exposed by this draw: ${named(stacks.filter(({ isGivenAway }) => isGivenAway))}.`;
}
