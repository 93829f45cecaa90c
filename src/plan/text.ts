/** Text in ASCII terms only, so that no engine's locale has a say. */

/** Changes A to Z; everything else stays. */
export const lowerCase = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase());
