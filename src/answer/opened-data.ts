/**
 * The data of a policy, opened when they are first asked. An engine knows the schema of files as it was when it was opened: where
 * they were written since, another one is opened, and the old one is closed when the last question has left it.
 */
import type { Engine, Snapshot } from '../engine/index.ts';
import { type Policy, statesNow } from '../source/index.ts';
import type { Present } from './draws.ts';

/** The data at one moment, for one question. */
export interface Moment {
  readonly present: Present;
  readonly engine: Engine;
  readonly snapshot: Snapshot;
  /** A snapshot of another engine, such as of a copy, which ends with the moment. */
  also(engine: Engine): Promise<Snapshot>;
  /** Whether these tables are still in the state that they were in. */
  holds(tables: readonly string[]): boolean;
  end(): Promise<void>;
}

export interface OpenedData {
  engine(present: Present): Promise<Engine>;
  begin(present: Present): Promise<Moment>;
  close(): Promise<void>;
}

/** An engine, the state of the data that it was opened for, and how many questions are at it. */
interface Opened {
  readonly engine: Promise<Engine>;
  readonly state: string;
  questions: number;
}

export function openedData(policy: Policy, open: () => Promise<Engine>): OpenedData {
  const tables = Object.keys(policy.tables);
  const old = new Set<Opened>();
  let newest: Opened | undefined;
  const openFor = ({ states }: Present): Opened => {
    // a database is asked in a snapshot, whatever happens to its rows
    const state = states.live ? 'live' : states.nameOf(tables);
    if (newest?.state === state) return newest;
    const before = newest;
    const opened: Opened = { engine: open(), state, questions: 0 };
    newest = opened;
    // a file that is missing now may be there for the next question
    opened.engine.catch(() => {
      if (newest === opened) newest = undefined;
    });
    if (before !== undefined) {
      old.add(before);
      void closeIfLeft(before);
    }
    return opened;
  };
  const closeIfLeft = async (opened: Opened): Promise<void> => {
    if (opened.questions > 0 || !old.delete(opened)) return;
    // what could not be opened needs no closing
    await (await opened.engine.catch(() => undefined))?.close();
  };
  return {
    engine: present => openFor(present).engine,
    async begin(present) {
      const opened = openFor(present);
      opened.questions += 1;
      const leave = async (): Promise<void> => {
        opened.questions -= 1;
        await closeIfLeft(opened);
      };
      try {
        const engine = await opened.engine;
        const snapshots: Snapshot[] = [];
        const also = async (other: Engine): Promise<Snapshot> => {
          const snapshot = await other.snapshot();
          snapshots.push(snapshot);
          return snapshot;
        };
        return {
          present,
          engine,
          snapshot: await also(engine),
          also,
          holds: names => present.states.live || statesNow(policy).nameOf(names) === present.states.nameOf(names),
          end: async () => {
            for (const snapshot of snapshots) await snapshot.end();
            await leave();
          },
        };
      } catch (thrown) {
        await leave();
        throw thrown;
      }
    },
    async close() {
      for (const opened of [...old, ...(newest === undefined ? [] : [newest])])
        await (await opened.engine.catch(() => undefined))?.close();
    },
  };
}
