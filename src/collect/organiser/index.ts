/** What the organiser of campaigns keeps on disk: the public file and the secrets of each, one folder a campaign. */
export { readCampaignFile, readJson, readOrganiser } from './campaign-files.ts';
export { campaignsIn, type OrganisedCampaign } from './campaign-folders.ts';
export { drawSecrets } from './campaign-secrets.ts';
