/** The HTTP service: the routes of every job, who may call them, and what is seen of it. */
export { type ServedCampaigns, startService, tokensOf } from './service.ts';
export type { Role, Token } from './tokens/token.ts';
export { openTokenStore, type TokenStore } from './tokens/token-store.ts';
