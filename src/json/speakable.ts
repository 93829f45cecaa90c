/** Engines take text as UTF-8 that ends at NUL: what they would cut or mangle is refused. */
export const isSpeakable = (text: string): boolean => !/\p{Surrogate}|\0/u.test(text);
