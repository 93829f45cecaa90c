/**
 * CSV and JSON files as rows whose fields are text until the scan parses them. Lenient on purpose: what one person's line
 * looks like must not decide whether the others are answered. A line that cannot be read is left out, and no other with it.
 */
import { quoteName, quoteText } from '../sql/index.ts';
import type { CsvHeader } from './csv-header.ts';

/** What DuckDB would guess from rows is said here; lines longer than its limit of 2 MB are among those left out. */
const LENIENT = 'auto_detect = false, ignore_errors = true, strict_mode = false';

/** No text file has it: fields made of it alone are missing, and where there are no fields it separates none. */
const NEVER = quoteText('\u0001');

/**
 * Lines with as many fields as the header, as what stands after FROM. DuckDB alone would cut longer lines to fit: so it is
 * told of one field more, and to leave missing ones null, which empty ones are not. All fields are asked for, whatever the
 * question is: DuckDB leaves a line out for bytes that are no text only where it looks at them, and a person would be there
 * for one question and gone for another. One thread reads: several would begin in the midst of a field that holds lines,
 * and take these for rows.
 */
export function csvRows(path: string, { delimiter, names }: CsvHeader, needed: readonly string[]): string {
  const fields = names.map((_, place) => `c${place}`);
  const beyond = `c${names.length}`;
  const list = needed.map(name => `nullif(c${names.indexOf(name)}, '') AS ${quoteName(name)}`).join(', ');
  const options = `header = true, delim = ${quoteText(delimiter)}, quote = '"', escape = '"', null_padding = true, nullstr = ${NEVER}, parallel = false`;
  const whole = [...fields.map(field => `${field} IS NOT NULL`), `${beyond} IS NULL`].join(' AND ');
  return `(SELECT ${list} FROM read_csv(${quoteText(path)}, ${LENIENT}, ${options}, columns = ${textColumns([...fields, beyond])}) WHERE ${whole})`;
}

/** How a sample is read. */
export interface SampleReading {
  /** Whether quotes around nothing are a text. */
  readonly emptyTexts: boolean;
}

/**
 * Lines as a draw writes them: fields without quotes are null where they are empty, and so are lines of a single field. Nobody
 * is protected who is in a sample already, so one line that does not fit the header stops the reading.
 */
export function publishedRows(path: string, { delimiter, names }: CsvHeader, { emptyTexts }: SampleReading): string {
  const list = names.map((name, place) => `c${place} AS ${quoteName(name)}`).join(', ');
  const options = `auto_detect = false, header = true, delim = ${quoteText(delimiter)}, quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = ${!emptyTexts}, parallel = false`;
  return `(SELECT ${list} FROM read_csv(${quoteText(path)}, ${options}, columns = ${textColumns(names.map((_, place) => `c${place}`))}))`;
}

/**
 * Lines as they are. Were it not said how they end, their first would decide: after CR LF, a thread that begins at an LF alone
 * takes it for half an end, and leaves out the line behind it.
 */
const lines = (path: string, order = ''): string =>
  `read_csv(${quoteText(path)}, ${LENIENT}, header = false, delim = ${NEVER}, quote = '', escape = '', new_line = '\\n'${order}, columns = ${textColumns(['line'])})`;

/**
 * Objects, one a line, as what stands after FROM. Of a key that is given twice the first counts, a field that is missing is
 * null, and an object or list is its text. What is no JSON is null before it is looked into, wherever DuckDB moves the filter.
 */
export const jsonRows = (path: string, needed: readonly string[]): string => fieldsOf(jsonObjects(path, false), needed);

/** The same of one array, or of what DuckDB finds, whose elements are not told apart: one that is no JSON ends the reading. */
export const jsonArrayRows = (path: string, needed: readonly string[]): string =>
  fieldsOf(jsonObjects(path, true), needed);

/** The objects themselves, as what stands after FROM. */
export const jsonObjects = (path: string, isArray: boolean): string =>
  `(${isArray ? elements(path) : objectLines(path)})`;

const objectLines = (path: string): string =>
  `SELECT TRY_CAST(line AS JSON) AS object FROM ${lines(path)} WHERE ${startsObject('line')}`;

const elements = (path: string): string =>
  `SELECT json AS object FROM read_json_objects(${quoteText(path)}, format = 'auto') WHERE ${startsObject('json')}`;

/** Most lines begin with their object, and need not be trimmed. */
const startsObject = (text: string): string =>
  `starts_with(${text}, '{') OR starts_with(ltrim(${text}, ' \t\r\n'), '{')`;

/** One by one: a question reads few columns, and a filter on one would have DuckDB read all of them twice. */
function fieldsOf(objects: string, needed: readonly string[]): string {
  const list = needed.map(name => `json_extract_string(object, ${quoteText(pointerTo(name))}) AS ${quoteName(name)}`);
  return `(SELECT ${list.join(', ')} FROM ${objects} WHERE object IS NOT NULL)`;
}

/** Fields with their types, c0, c1, ... in the order of the names. */
export const jsonFields = (path: string, isArray: boolean, names: readonly string[]): string =>
  `(SELECT ${names.map((name, place) => `json_extract(object, ${quoteText(pointerTo(name))}) AS c${place}`).join(', ')} FROM ${jsonObjects(path, isArray)})`;

/** Of RFC 6901, which can name every key. */
const pointerTo = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The query for the first line. */
export const firstLine = (path: string): string => `SELECT line FROM ${lines(path, ', parallel = false')} LIMIT 1`;

const textColumns = (names: readonly string[]): string => `{${names.map(name => `${name}: 'VARCHAR'`).join(', ')}}`;
