/** What a picture of groups is given, whichever way it draws them. */

export interface ChartedGroup {
  readonly name: string;
  /** Null where there are too few to tell: such a group has a place, and no length. */
  readonly estimate: number | null;
  readonly interval: readonly number[] | null;
  /** What is read of it. */
  readonly says: string;
}

export interface GroupChartProps {
  readonly summary: string;
  /** Of the values. */
  readonly title: string;
  /** What the groups are. */
  readonly groupsTitle: string;
  readonly groups: readonly ChartedGroup[];
}

/** Medians have none: their error is one of ranks. */
export const valueAxisTitle = (title: string, groups: readonly ChartedGroup[]): string =>
  groups.some(({ interval }) => interval !== null) ? `${title}, with 95 % intervals` : title;
