/**
 * Machines that stop between any two writes. Every statement that may write is counted; at the one that was chosen, the files
 * are copied as they lie on disk, and whoever wrote is gone: nothing that it does later has an effect.
 */
import Database from 'libsql';

type Sqlite = InstanceType<typeof Database>;

/** Whose file it is. */
export interface Writer {
  /** So many statements are still done; undefined: no crash is due. */
  left: number | undefined;
  gone: boolean;
  /** Copies the files, at the moment of the crash. */
  crash(): void;
}

export interface Crashes {
  /** All files that are opened during this work are of this writer. Nobody else may open any meanwhile. */
  opening<Result>(writer: Writer, work: () => Promise<Result>): Promise<Result>;
  /** Closes what was opened since. */
  close(): void;
  end(): void;
}

interface Statement {
  run(...values: unknown[]): unknown;
}

/** Counts the statements of every file in this process, until it ends. */
export function watchWrites(): Crashes {
  const database = Database.prototype as unknown as Record<'exec' | 'prepare' | 'pragma', (text: string) => unknown>;
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Statement;
  const { exec, prepare, pragma } = database;
  const { run } = statement;
  const writers = new WeakMap<object, Writer>();
  let opening: Writer | undefined;
  let opened: Sqlite[] = [];
  const writerOf = (file: Sqlite): Writer | undefined => {
    if (!writers.has(file) && opening !== undefined) {
      writers.set(file, opening);
      opened.push(file);
    }
    return writers.get(file);
  };
  database.exec = function (this: Sqlite, text) {
    step(writerOf(this));
    return exec.call(this, text);
  };
  database.pragma = function (this: Sqlite, text) {
    step(writerOf(this));
    return pragma.call(this, text);
  };
  database.prepare = function (this: Sqlite, text) {
    const [writer, prepared] = [writerOf(this), prepare.call(this, text) as object];
    if (writer !== undefined) writers.set(prepared, writer);
    return prepared;
  };
  statement.run = function (this: Statement, ...values) {
    step(writers.get(this));
    return run.apply(this, values);
  };
  return {
    async opening(writer, work) {
      opening = writer;
      try {
        return await work();
      } finally {
        opening = undefined;
      }
    },
    close() {
      for (const file of opened) if (file.open) file.close();
      opened = [];
    },
    end() {
      Object.assign(database, { exec, prepare, pragma });
      statement.run = run;
    },
  };
}

function step(writer: Writer | undefined): void {
  if (writer === undefined) return;
  if (!writer.gone && writer.left !== undefined) {
    if (writer.left === 0) writer.crash();
    else writer.left -= 1;
  }
  if (writer.gone) throw new Error('this machine has stopped');
}
