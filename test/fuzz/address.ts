/** As a browser would write it: halves of characters cannot be sent. */
export const addressOf = (url: string): string => encodeURI(url.replace(/\p{Surrogate}/gu, '\ufffd'));
