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
