/** `sortition token create|list|revoke`: who may call the service, and until when. */
import type { Command } from 'commander';
import type { Role, Token, TokenStore } from '../service/index.ts';
import { loadPolicy } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { number, read } from './flags.ts';
import type { Talk } from './reply.ts';
import { table } from './table.ts';

interface CreateFlags {
  readonly policy: string;
  readonly analyst: string;
  readonly role: string;
  readonly days: number;
}

export function addToken(program: Command, { say }: Talk): void {
  const token = program.command('token').description('create, list and revoke tokens for the service');
  token
    .command('create')
    .description('create a token; it is shown once')
    .requiredOption('--policy <file>', 'the policy')
    .requiredOption('--analyst <name>', 'the analyst whose budget is charged')
    .option('--role <role>', 'analyst or custodian', 'analyst')
    .option('--days <number>', 'how many days it is valid', read(number, 'days'), 90)
    .option('--json', 'one JSON object on standard output')
    .action(async ({ policy, analyst, role, days }: CreateFlags) => {
      const { token, text } = await withTokens(policy, store => store.create({ analyst, role: roleOf(role), days }));
      await say({
        json: { token: text, id: token.id, analyst, role, expires: token.expires },
        text: `${text}\nFor ${analyst}, as ${role}, until ${token.expires}. It is not shown again.`,
      });
    });
  token
    .command('list')
    .description('list all tokens, without their secrets')
    .requiredOption('--policy <file>', 'the policy')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ policy }: { policy: string }) => {
      const tokens = (await withTokens(policy, store => store.list())).map(({ hash: _, ...shown }) => shown);
      await say({ json: { tokens }, text: tokens.length === 0 ? 'There are no tokens yet.' : tokensAsText(tokens) });
    });
  token
    .command('revoke <id>')
    .description('revoke a token')
    .requiredOption('--policy <file>', 'the policy')
    .option('--json', 'one JSON object on standard output')
    .action(async (id: string, { policy }: { policy: string }) => {
      const { analyst, revoked } = await withTokens(policy, store => store.revoke(id));
      await say({ json: { id, analyst, revoked }, text: `Revoked: ${id} of ${analyst}, at ${revoked}.` });
    });
}

function roleOf(role: string): Role {
  if (role === 'analyst' || role === 'custodian') return role;
  return refuse('value_out_of_range', `--role must be analyst or custodian; it is ${role}.`);
}

async function withTokens<Result>(policy: string, work: (store: TokenStore) => Result): Promise<Result> {
  const { openTokenStore, tokensOf } = await import('../service/index.ts');
  const store = openTokenStore(tokensOf(await loadPolicy(policy)), () => new Date());
  try {
    return work(store);
  } finally {
    store.close();
  }
}

const tokensAsText = (tokens: readonly Omit<Token, 'hash'>[]): string =>
  table([
    ['id', 'analyst', 'role', 'created', 'expires', 'revoked'],
    ...tokens.map(({ id, analyst, role, created, expires, revoked }) => [
      id,
      analyst,
      role,
      created,
      expires,
      revoked ?? '',
    ]),
  ]);
