/** What all entries so far say, as far as later charges depend on it. */
import type { NodeAccounts } from './accounts.ts';
import { type FixedLoss, noLoss, type WrittenLoss } from './fixed-loss.ts';
import type { Fixed } from './fixed-point.ts';
import type { KnownDraw } from './lineage.ts';
import type { RecordedPolicy } from './recorded.ts';

export interface ReplayState {
  readonly accounts: NodeAccounts;
  /** Kept draws by name, until they are retired; and every key and node that was ever used. */
  readonly draws: Map<string, KnownDraw>;
  readonly commitments: Set<string>;
  readonly nodes: Set<string>;
  /** What each name of a state stands for. */
  readonly states: Map<string, string>;
  /** Tables that something was charged for. */
  readonly asked: Set<string>;
  /** Public numbers of units, by table and state. */
  readonly sizes: Map<string, bigint>;
  /** Texts of policies by their hash. */
  readonly texts: Map<string, string>;
  /** Charges that are not answered yet. */
  readonly held: Map<number, HeldCharge>;
  /** Charges whose answer was made and is gone. */
  readonly lost: Set<number>;
  /** What nodes were charged above what they cost so far. */
  readonly surplus: Map<string, Fixed>;
  /** How many questions were charged through a node; and nodes whose only question was answered of another state. */
  readonly questions: Map<string, number>;
  readonly left: Set<string>;
  /** Recorded spending by table of the tree, all entries together. */
  readonly recorded: Map<string, { readonly epsilon: Fixed; readonly replace: Fixed }>;
  /** The same of rho, by part. */
  readonly recordedRho: Map<string, Fixed>;
  /** Nodes of which something was asked that could not be recomputed: nothing that follows there can. */
  readonly tainted: Set<string>;
  /** In the order in which they were followed, with the entries that said so. */
  readonly policies: FollowedPolicy[];
  fingerprint: string;
  policy: RecordedPolicy | null;
  budget: FixedLoss;
  granted: FixedLoss;
  spent: FixedLoss;
  /** Of a concentrated budget: what mechanisms may fail with by themselves; null where it is pure. */
  failing: Fixed | null;
}

export interface FollowedPolicy {
  readonly entry: number;
  readonly fingerprint: string;
}

export interface HeldCharge {
  /** What its mechanisms were given; null where the entry does not say. */
  readonly inner: FixedLoss | null;
  /** Its price rests on a public number of units, which is that of one state. */
  readonly isOfSize: boolean;
  /** Nodes that belong to the state of the data that it was asked of. */
  readonly ofOneState: readonly string[];
  /** The fingerprint of the policy whose bounds its noise is for. */
  readonly policy: string;
}

export interface PolicyEntryBody {
  readonly fingerprint: string;
  readonly budget: WrittenLoss;
  readonly failing?: string;
  readonly text?: string;
}

export interface WrittenSpending extends WrittenLoss {
  readonly epsilon: string;
  readonly replace: string;
  readonly replaceDelta: string;
}

/** The members of all kinds that charge. */
export interface ChargingBody extends WrittenLoss {
  readonly charge: WrittenLoss;
  readonly tables?: readonly string[];
  readonly nodes?: readonly {
    readonly node: string;
    readonly spent?: WrittenSpending;
    readonly rho?: { readonly spent: string };
  }[];
  readonly question?: unknown;
  readonly state?: string | null;
  readonly detail?: unknown;
}

export const emptyWorld = (texts: Map<string, string>): ReplayState => ({
  ...{ accounts: new Map(), draws: new Map(), commitments: new Set(), nodes: new Set(), sizes: new Map(), texts },
  ...{ states: new Map(), asked: new Set(), policies: [] },
  ...{
    held: new Map(),
    lost: new Set(),
    surplus: new Map(),
    recorded: new Map(),
    recordedRho: new Map(),
    tainted: new Set(),
    questions: new Map(),
    left: new Set(),
  },
  ...{ fingerprint: '', policy: null, budget: noLoss, granted: noLoss, spent: noLoss, failing: null },
});

/** After entries were lost nobody knows what nodes hold: all begin anew, and named draws are retired. */
export function forget(world: ReplayState): void {
  const { accounts, draws, surplus, recorded, recordedRho, tainted } = world;
  for (const memory of [accounts, draws, surplus, recorded, recordedRho, tainted]) memory.clear();
}
