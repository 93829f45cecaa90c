/** Threads: how their programs are found, and a pool of them with fair turns and limits. */
export { openPool } from './pool.ts';
export { threadProgram } from './program.ts';
export { openSeat, type Progress, type ThreadSeat, type Watching } from './seat.ts';
