/**
 * From text to the one SELECT in it. The parser is PostgreSQL's own, compiled to WebAssembly: it never meets a text that could
 * exhaust its stack, for it does not recover from that and would fail every later question of the process.
 */

import type { RawStmt, SelectStmt } from 'libpg-query';
import { isSpeakable } from '../../json/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { depthOf } from './node.ts';
import { placeAt, unsupported } from './place.ts';

const BYTES_MAX = 100_000;
const DEPTH_MAX = 200;
/** Operators, brackets and keywords; each nests at most one level, and 8,000 levels have been seen to pass. */
const NESTING_WORDS_MAX = 2_000;

const FLAT = new Set(['ICONST', 'FCONST', 'SCONST', 'IDENT', 'ASCII_44', 'SQL_COMMENT', 'C_COMMENT']);

export async function parseSelect(text: string): Promise<SelectStmt> {
  if (!(new TextEncoder().encode(text).length <= BYTES_MAX)) tooLarge(`longer than ${BYTES_MAX} bytes`);
  if (!isSpeakable(text)) refuse('sql_syntax', 'The text contains a NUL or an incomplete character.');
  if (text.trim() === '') refuse('sql_syntax', 'The text is empty. Write one SELECT.');
  if (!((await nestingWords(text)) <= NESTING_WORDS_MAX))
    tooLarge(`made of more than ${NESTING_WORDS_MAX} operators, parentheses and keywords`);
  const statements = await parsed(text);
  if (!(depthOf(statements) <= DEPTH_MAX)) tooLarge(`nested more than ${DEPTH_MAX} levels deep`);
  return onlySelect(text, statements);
}

/** Loads the parser, which takes longer than reading: for programs that want their first question answered as soon as the others. */
export async function loadSqlParser(): Promise<void> {
  const { loadModule } = await import('libpg-query');
  await loadModule();
}

async function nestingWords(text: string): Promise<number> {
  const { scan } = await import('libpg-query');
  try {
    const { tokens } = await scan(text);
    return tokens.filter(({ tokenName }) => !FLAT.has(tokenName)).length;
  } catch {
    // The parser will say what is wrong, if the text is short enough to be let near it whatever it holds.
    return text.length;
  }
}

async function parsed(text: string): Promise<readonly RawStmt[]> {
  const { parse, hasSqlDetails } = await import('libpg-query');
  try {
    return (await parse(text)).stmts ?? [];
  } catch (error) {
    if (!hasSqlDetails(error) || error.sqlDetails === undefined) throw error;
    const { message, cursorPosition } = error.sqlDetails;
    return refuse('sql_syntax', `${placeAt(text, cursorPosition)}: ${message}.`);
  }
}

export const tooLarge = (how: string): never => refuse('sql_too_large', `The SQL is ${how}. Ask smaller questions.`);

function onlySelect(text: string, [first, second]: readonly RawStmt[]): SelectStmt {
  const statement = first?.stmt;
  if (statement === undefined) return refuse('sql_syntax', 'The text contains no statement. Write one SELECT.');
  if (second !== undefined) return unsupported(text, second.stmt, 'a second statement', 'ask one SELECT at a time');
  if ('SelectStmt' in statement) return statement.SelectStmt;
  const [tag] = Object.keys(statement);
  // CreateTableAsStmt is spoken of as CREATE TABLE AS
  const words = tag
    .replace(/Stmt$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();
  return unsupported(text, statement, `the statement ${words}`, 'a question is one SELECT');
}
