/** What the collector says to the aggregators of a campaign. Saying it again changes nothing, so it is said until heard. */
import * as z from 'zod/mini';
import { Refusal, type RefusalCode, refusals, refuse } from '../../vocabulary/index.ts';
import type { Campaign } from '../protocol/index.ts';
import { boundedJson } from '../reports/index.ts';

export interface Collecting {
  readonly campaign: Campaign;
  readonly fingerprint: string;
  /** What the collector shows to each aggregator, by its address. */
  readonly collectorTokens: Readonly<Record<string, string>>;
  /** Milliseconds before each further attempt. */
  readonly pauses?: readonly number[];
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly pauses: readonly number[];
  /** Milliseconds that an attempt may take. */
  readonly patience: number;
}

const PAUSES = [200, 1_000, 3_000];
const PATIENCE = 120_000;
const GLANCE_PATIENCE = 3_000;

/** The same to all aggregators; their answers in order. */
export const sayToAll = (collecting: Collecting, path: string): Promise<unknown[]> => {
  const call: Call = { method: 'POST', path, pauses: collecting.pauses ?? PAUSES, patience: PATIENCE };
  return Promise.all(collecting.campaign.aggregators.map(address => say(collecting, address, call)));
};

/** One look at each aggregator: whoever does not answer now is a refusal in its place, and the others are seen. */
export const glanceAtAll = (collecting: Collecting, path: string): Promise<unknown[]> => {
  const call: Call = { method: 'GET', path, pauses: [], patience: GLANCE_PATIENCE };
  return Promise.all(
    collecting.campaign.aggregators.map(address =>
      say(collecting, address, call).catch((thrown: unknown) => {
        if (thrown instanceof Refusal) return thrown;
        throw thrown;
      }),
    ),
  );
};

async function say({ fingerprint, collectorTokens }: Collecting, address: string, call: Call): Promise<unknown> {
  if (!Object.hasOwn(collectorTokens, address)) refuse('campaign_invalid', otherSecrets(address));
  const { method, path, pauses, patience } = call;
  for (const pause of [...pauses, undefined]) {
    const response = await fetch(`${address}/v1/collect/${fingerprint}/${path}`, {
      method,
      headers: { authorization: `Bearer ${collectorTokens[address]}` },
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
    }).catch(() => undefined);
    const said = response && (await boundedJson(response).catch(() => undefined));
    if (response?.status === 200 && said !== undefined) return said;
    if (response !== undefined && response.status < 500) passOn(address, said);
    if (pause !== undefined) await new Promise(resume => setTimeout(resume, pause));
  }
  return refuse('aggregator_unreachable', `${address} does not answer. Nothing was lost; try again.`);
}

const otherSecrets = (address: string): string =>
  `${address} does not accept the token of this organiser. Does organiser.json belong to this campaign?`;

/** What an aggregator says is data from outside: of a word that is none, or of endless words, nothing is passed on. */
const problem = z.object({
  code: z.catch(z.string(), ''),
  detail: z.catch(z.string().check(z.maxLength(500)), 'it refused without a reason.'),
});

function passOn(address: string, said: unknown): never {
  const { data: { code, detail } = NO_WORDS } = problem.safeParse(said);
  // the organiser's token is not that of whoever asked us: their own is good
  if (code.startsWith('token_')) refuse('campaign_invalid', otherSecrets(address));
  return refuse(
    Object.hasOwn(refusals, code) ? (code as RefusalCode) : 'aggregator_unreachable',
    `${address}: ${detail}`,
  );
}

const NO_WORDS = problem.parse({});
