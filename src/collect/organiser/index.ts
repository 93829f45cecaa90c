/** What the organiser of campaigns keeps on disk: the public file and the secrets of each, one folder a campaign. */
export { readCampaignFile, readJson, readOrganiser } from './campaign-files.ts';
export { campaignsIn, type OrganisedCampaign, type UnreadableFolder } from './campaign-folders.ts';
export { type AggregatorSecrets, type CampaignSecrets, drawSecrets } from './campaign-secrets.ts';
