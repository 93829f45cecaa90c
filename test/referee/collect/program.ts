/** A story as data: who takes part, and what happens in which order. Whatever is left out of it is still a story. */

export interface Program {
  readonly setup: Setup;
  readonly events: readonly Event[];
}

export interface Setup {
  /** Decides all secrets, dice and splits. */
  readonly seed: number;
  readonly aggregators: number;
  readonly protocol: 'one-report' | 'two-rounds';
  readonly validity: 'plain' | 'verified';
  /** Of the noise of each aggregator; null: none. */
  readonly epsilon: number | null;
  readonly fewest: number | null;
  /** Whether browsers have locks. */
  readonly locks: boolean;
  readonly people: readonly PersonSetup[];
  readonly liar: { readonly place: number; readonly kind: LiarKind } | null;
}

export interface PersonSetup {
  /** From 1 on; 0 is none of these. */
  readonly truth: number;
  readonly lies: Lie | null;
}

export const LIES = ['other shares', 'too short', 'forged ticket', 'a split for each', 'other shares, again'] as const;
export type Lie = (typeof LIES)[number];

export const LIAR_KINDS = ['names a victim', 'other sets', 'changes its mind', 'garbage', 'silent'] as const;
export type LiarKind = (typeof LIAR_KINDS)[number];

export const TOKENS = ['collector', 'another collector', 'peer', 'none'] as const;
export type Shown = (typeof TOKENS)[number];

export type Event =
  | { readonly do: 'begin' | 'answer' | 'reload'; readonly person: number; readonly tab: number }
  | {
      readonly do: 'tab dies';
      readonly person: number;
      readonly tab: number;
      readonly at: 'before write' | 'after write';
    }
  | { readonly do: 'forget'; readonly person: number }
  | { readonly do: 'deliver' | 'lose' | 'repeat'; readonly pick: number }
  | { readonly do: 'settle'; readonly order: number }
  | { readonly do: 'open' | 'close'; readonly round: number }
  | { readonly do: 'publish' | 'collector crashes' }
  | { readonly do: 'ledger crashes'; readonly after: number }
  | { readonly do: 'kill' | 'start' | 'back up' | 'restore'; readonly place: number }
  | { readonly do: 'store crashes'; readonly place: number; readonly after: number }
  | { readonly do: 'ask'; readonly place: number; readonly verb: string; readonly shown: Shown };

export const VALUES = ['train', 'bus', 'bicycle'] as const;
export const SAMPLING = 0.5;

export const roundsIn = ({ protocol }: Setup): readonly number[] => (protocol === 'two-rounds' ? [1, 2] : [1]);
export const placesIn = ({ aggregators }: Setup): readonly number[] => Array.from({ length: aggregators }, (_, i) => i);
export const addressAt = (place: number): string => `https://aggregator-${place}.example`;

/** As text that says all of it. */
export const textOf = ({ setup, events }: Program): string =>
  [`// ${JSON.stringify(setup)}`, ...events.map(event => JSON.stringify(event))].join('\n');
