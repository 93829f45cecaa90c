/** Numbers with a known error. Knows no privacy. */
export { down, nextDown, nextUp, type Rounding, up } from './rounding.ts';
