/** Threads: how their programs are found. */
export { threadProgram } from './program.ts';
