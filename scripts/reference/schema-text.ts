/** A JSON schema in the words of TypeScript, which people read faster; descriptions become comments. */

const LINE = 100;

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

export function schemaText(schema: Schema, indent = ''): string {
  const { type, anyOf, oneOf, properties, additionalProperties, items, prefixItems } = schema;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choiceOf(choices, indent);
  if (schema.enum !== undefined) return schema.enum.map(word => JSON.stringify(word)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (prefixItems !== undefined) return `[${prefixItems.map(item => schemaText(item, indent)).join(', ')}]`;
  if (items !== undefined) return listOf(schema, schemaText(items, indent));
  if (properties !== undefined) return objectOf(schema, indent);
  if (typeof additionalProperties === 'object') return `{ [name]: ${schemaText(additionalProperties, indent)} }`;
  if (type === undefined) return 'unknown';
  return [type]
    .flat()
    .map(word => (word === 'integer' ? 'number' : word))
    .join(' | ');
}

/** Side by side where that fits, as `{ ... } | null` always does; else one below the other. */
function choiceOf(choices: readonly Schema[], indent: string): string {
  const words = (below: string) => [...new Set(choices.map(choice => schemaText(choice, below)))];
  const here = words(indent);
  const short = here.filter(choice => !choice.includes('\n'));
  // beside something long there is room for a null
  const room = short.length === here.length ? LINE : 'null'.length;
  if (short.join(' | ').length <= room) return here.join(' | ');
  const inner = `${indent}  `;
  return words(inner)
    .map(choice => `\n${inner}| ${choice}`)
    .join('');
}

function listOf({ minItems, maxItems }: Schema, item: string): string {
  if (minItems === 2 && maxItems === 2) return `[${item}, ${item}]`;
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

/** Short ones on one line, unless something in them is explained. */
function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const entries = Object.entries(properties).map(([name, schema]) => ({
    words:
      `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${schemaText(schema, inner)}`.replace(
        /: \n/,
        ':\n',
      ),
    comment: schema.description === undefined ? '' : `  // ${schema.description.replaceAll('\n', ' ')}`,
  }));
  // a schema that names no further properties may still allow them
  if (typeof additionalProperties === 'object') entries.push({ words: '...', comment: '' });
  const line = `{ ${entries.map(({ words }) => words).join('; ')} }`;
  const plain = entries.every(({ comment, words }) => comment === '' && !words.includes('\n'));
  if (plain && line.length <= LINE) return line;
  return ['{', ...entries.map(({ words, comment }) => `${inner}${words};${comment}`), `${indent}}`].join('\n');
}
