/**
 * Loaded before the service, in its process alone: while the file that SOAK_TROUBLE names holds "slow" every commit takes long,
 * and while it holds a number the clock is off by so many milliseconds.
 */
import { readFileSync } from 'node:fs';
import Database from 'libsql';

const trouble = (): string => {
  try {
    return readFileSync(process.env.SOAK_TROUBLE ?? '', 'utf8').trim();
  } catch {
    return '';
  }
};

let now = trouble();
setInterval(() => {
  now = trouble();
}, 250).unref();

const sleep = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

const { exec } = Database.prototype;
Database.prototype.exec = function (sql: string) {
  if (now === 'slow' && sql === 'COMMIT') sleep(150);
  return exec.call(this, sql);
};

const RealDate = globalThis.Date;
globalThis.Date = class extends RealDate {
  constructor(...words: unknown[]) {
    super(...((words.length === 0 ? [RealDate.now() + (Number(now) || 0)] : words) as []));
  }

  static override now(): number {
    return RealDate.now() + (Number(now) || 0);
  }
} as DateConstructor;
