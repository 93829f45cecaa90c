/** docs/reference/http.md: every route of the service, from the description that it serves at /openapi.json. */
import { anchorOf, cell, tableOf } from './markdown.ts';
import { type Schema, schemaText } from './schema-text.ts';

interface Content {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly summary?: string;
  readonly security: readonly { readonly token: readonly string[] }[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const INTRODUCTION = `# HTTP

Generated from the service's description by \`npm run docs\`; a running service serves it as OpenAPI 3.1 at \`/openapi.json\`, and
clients can be generated from it. The [guide](../guide/service.md) explains how to start one.

Send \`Authorization: Bearer TOKEN\`. Bodies are JSON of at most 1 MB, and unknown fields are refused. Refusals are
problems (RFC 9457) with the same [codes](errors.md) as on the command line:`;

export function httpPage({ paths }: OpenApi): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  const problem = routes
    .map(({ operation }) => jsonOf(operation.responses.default))
    .find(schema => schema !== undefined);
  const overview = routes.map(({ name, operation }) => [
    `[\`${name}\`](#${anchorOf(name)})`,
    cell(operation.summary ?? ''),
    callersOf(operation),
  ]);
  return `${[
    INTRODUCTION,
    block(problem ?? {}),
    tableOf(['route', 'what it does', 'who may call'], overview),
    ...routes.map(({ name, operation }) => section(name, operation)),
  ].join('\n\n')}\n`;
}

function section(name: string, operation: Operation): string {
  const { summary = '', parameters = [], requestBody, responses } = operation;
  const body = jsonOf(requestBody);
  return [
    `## ${name}`,
    `${summary}${/[.?!]$/.test(summary) ? '' : '.'} For ${callersOf(operation)}.`,
    ...(parameters.length === 0 ? [] : [tableOf(['', 'where', 'what'], parameters.map(parameterRow))]),
    ...(body === undefined ? [] : [`Send${wordsOf(body.description)}`, block(body)]),
    ...answerOf(responses['200']),
  ].join('\n\n');
}

/** JSON by its shape; of a stream each event has one; of files only the kinds are known. */
function answerOf(response: Content | undefined): string[] {
  const json = jsonOf(response);
  if (json !== undefined) return [`It sends${wordsOf(json.description ?? response?.description)}`, block(json)];
  const event = response?.content?.['text/event-stream']?.schema;
  if (event !== undefined) return ['It sends a stream of events (`text/event-stream`), each of them:', block(event)];
  const kinds = Object.keys(response?.content ?? {}).map(kind => `\`${kind}\``);
  return kinds.length === 0 ? [] : [`It sends ${kinds.join(' or ')}.`];
}

const parameterRow = ({
  name,
  in: place,
  required,
  description,
  schema,
}: NonNullable<Operation['parameters']>[number]) => [
  `\`${name}\``,
  place,
  cell(
    [required ? '' : 'may be left out', description ?? schema.description ?? '', schemaText(schema)]
      .filter(Boolean)
      .join('; '),
  ),
];

const jsonOf = (content: Content | undefined): Schema | undefined => content?.content?.['application/json']?.schema;

/** Alternatives one below the other begin on a line of their own, indented. */
const block = (schema: Schema): string => {
  const text = schemaText(schema);
  return `\`\`\`ts\n${text.startsWith('\n') ? text.slice(1).replaceAll(/^ {2}/gm, '') : text}\n\`\`\``;
};

/** The description of a response that has none of its own is a filler. */
const wordsOf = (description: string | undefined): string =>
  description === undefined || description === 'Default Response'
    ? ':'
    : `: ${description.charAt(0).toLowerCase()}${description.slice(1)}`;

/** Empty: no token is asked for. A role beside the scheme: only that role. */
function callersOf({ security }: Operation): string {
  if (security.length === 0) return 'anyone, without a token';
  return security.some(({ token }) => token.includes('custodian')) ? 'the custodian' : 'analysts and the custodian';
}
