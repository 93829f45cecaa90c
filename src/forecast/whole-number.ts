/** Whole numbers of products of decimals, which may lie a hair beside the whole number that they mean: 0.07·100 is 7. */

const HAIR = 1e-12;

export const ceilingOf = (product: number): number => Math.ceil(product * (1 - HAIR));

export const floorOf = (product: number): number => Math.floor(product * (1 + HAIR));
