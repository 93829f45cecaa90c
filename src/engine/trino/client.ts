/**
 * Trino's HTTP protocol: a statement is posted once, its pages are fetched one after the other by the address of the next, and
 * giving up is a DELETE there. The client of the registry rounds large numbers and swallows failures, so this is ours.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal, refuse } from '../../vocabulary/index.ts';

/** Where a server is, and who we are there. */
export interface TrinoAddress {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page of rows: whole numbers, decimals and doubles all come as their digits. */
type TrinoRow = readonly (string | boolean | null)[];

/** By the server's name of the error, which tells nothing of the data; its message quotes them. */
export class TrinoFailure extends Error {
  override readonly name = 'TrinoFailure';
  readonly code: string;

  constructor(code: string) {
    super(`Trino: ${code}`);
    this.code = code;
  }
}

interface Page {
  readonly nextUri?: string;
  readonly data?: readonly TrinoRow[];
  readonly error?: { readonly errorName?: string };
}

/** A server that says nothing for so long is not there. It answers within a second, if only that there is nothing yet. */
const ANSWER_WITHIN_MILLISECONDS = 30_000;
/** A proxy or a coordinator that is busy says so; the page waits. */
const BUSY = new Set([429, 502, 503, 504]);
const TRIES = 8;
/** Pages are about a megabyte; one that never ends would fill the memory. */
const PAGE_BYTES_MAX = 256 * 2 ** 20;

/** From `http(s)://user:password@host:port`, or `https://user@host?accessToken=JWT`. */
export function addressOf(url: string): TrinoAddress {
  const parsed = URL.canParse(url)
    ? new URL(url)
    : refuse('source_unreadable', 'The URL of Trino cannot be read: it must be like https://user@host:8443.');
  const { protocol, origin, username, password } = parsed;
  const token = parsed.searchParams.get('accessToken');
  const isSecret = password !== '' || token !== null;
  if (isSecret && protocol !== 'https:')
    refuse(
      'source_unreadable',
      'Passwords and tokens are sent to Trino over https only. Change the URL of the source.',
    );
  const user = decodeURIComponent(username);
  if (user === '') refuse('source_unreadable', 'The URL of Trino needs a user: https://user@host:8443.');
  const authorization =
    token !== null
      ? `Bearer ${token}`
      : password === ''
        ? undefined
        : `Basic ${Buffer.from(`${user}:${decodeURIComponent(password)}`).toString('base64')}`;
  return { origin, headers: { 'x-trino-user': user, ...(authorization && { authorization }) } };
}

export interface StatementOptions {
  readonly signal?: AbortSignal | undefined;
  readonly catalog?: string;
  readonly schema?: string;
}

/**
 * The rows of one statement, in the order they come. It is posted once: a post whose reply is lost may run, and is never sent again.
 * Pages are asked for again where the server is busy; each has its number, so that none comes twice.
 */
export async function* rowsOfStatement(
  address: TrinoAddress,
  text: string,
  { signal, catalog, schema }: StatementOptions = {},
): AsyncGenerator<TrinoRow> {
  const session = {
    ...address.headers,
    'x-trino-source': 'sortition',
    'x-trino-client-tags': 'sortition',
    'x-trino-time-zone': 'UTC',
    // a draw that is mentioned again is computed again: nested ones have more stages than a server allows unless asked
    'x-trino-session': 'query_max_stage_count=5000',
    ...(catalog !== undefined && { 'x-trino-catalog': encodeURIComponent(catalog) }),
    ...(schema !== undefined && { 'x-trino-schema': encodeURIComponent(schema) }),
  };
  let page = await pageOf(
    `${address.origin}/v1/statement`,
    { method: 'POST', headers: session, body: text },
    1,
    signal,
  );
  try {
    for (;;) {
      if (page.error !== undefined) throw new TrinoFailure(page.error.errorName ?? 'UNKNOWN_ERROR');
      yield* page.data ?? [];
      if (page.nextUri === undefined) return;
      page = await pageOf(nextOf(page.nextUri, address), { headers: address.headers }, TRIES, signal);
    }
  } finally {
    // whoever leaves before the end, by a failure or by losing interest, stops the server's work too
    if (page.nextUri !== undefined) cancel(nextOf(page.nextUri, address), address);
  }
}

/** Credentials go nowhere else, whatever a server says comes next. */
function nextOf(uri: string, { origin }: TrinoAddress): string {
  const next = URL.canParse(uri) ? new URL(uri) : undefined;
  if (next === undefined || next.host !== new URL(origin).host) throw new TrinoFailure('NEXT_PAGE_ELSEWHERE');
  return `${origin}${next.pathname}${next.search}`;
}

function cancel(uri: string, { headers }: TrinoAddress): void {
  // should it not arrive, the server gives up by itself when nobody asks for the next page
  fetch(uri, { method: 'DELETE', headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS) }).catch(() => {});
}

async function pageOf(uri: string, request: RequestInit, tries: number, signal?: AbortSignal): Promise<Page> {
  const within = AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS);
  const response = await fetch(uri, {
    ...request,
    redirect: 'error',
    signal: signal === undefined ? within : AbortSignal.any([signal, within]),
  });
  if (BUSY.has(response.status) && tries > 1) {
    await response.body?.cancel();
    await pause(100 * 2 ** (TRIES - tries), undefined, { ...(signal && { signal }) });
    return pageOf(uri, request, tries - 1, signal);
  }
  const text = await textOf(response);
  if (!response.ok) throw new TrinoFailure(`HTTP_${response.status}`);
  return JSON.parse(numbersAsText(text)) as Page;
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (!(bytes <= PAGE_BYTES_MAX)) throw new TrinoFailure('PAGE_TOO_LARGE');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Numbers of more than 53 bits would be rounded: all of them become texts, before anybody reads them. */
export const numbersAsText = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, token => (token.startsWith('"') ? token : `"${token}"`));

/** All rows, for looks at the schema. No row of anybody's is among them, so it may be said what is wrong. */
export async function lookedUp(address: TrinoAddress, text: string): Promise<readonly TrinoRow[]> {
  const rows: TrinoRow[] = [];
  try {
    for await (const row of rowsOfStatement(address, text)) rows.push(row);
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    const isDenied = thrown instanceof TrinoFailure && /^(HTTP_401|HTTP_403|PERMISSION_DENIED)$/.test(thrown.code);
    refuse(
      'source_unreadable',
      isDenied
        ? 'Trino refuses the user. Check the credentials in the URL of the source, and what the user may read.'
        : 'Trino cannot be reached, or cannot read its schema. Check the URL, the catalog and the schema of the source.',
    );
  }
  return rows;
}
