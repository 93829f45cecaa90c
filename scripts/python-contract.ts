/** What the service sends, as types of Python: written from the schemas that the service itself keeps to. */
import { z } from 'zod';
import { amounts, answered, counted, explained, foundBounds, pastQuestions } from '../src/service/contract/answers.ts';
import { budgetReport, samples, tables } from '../src/service/contract/budget.ts';

/** As zod writes it; what contracts do not use is not here. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | false;
}

/** Objects that are alike bear the first name. */
const SENT = {
  PrivacyLoss: amounts,
  CountedLoss: counted,
  Answer: answered,
  FoundBounds: foundBounds,
  Explanation: explained,
  Budget: budgetReport,
  Tables: tables,
  Samples: samples,
  PastQuestions: pastQuestions,
};

/** What its place would name badly. */
const NAMES: Readonly<Record<string, string>> = {
  AnswerRowValue: 'Estimate',
  AnswerRowValueAlternative1: 'Histogram',
  AnswerRowValueAlternative1Bin: 'Bin',
  AnswerRowValueAlternative2: 'Bounds',
  AnswerSampleStrataItem: 'Strata',
  AnswerDerivationStep: 'Step',
  BudgetByAnalystItem: 'AnalystShare',
  BudgetByAnalystItemLimit: 'Limit',
  BudgetByTableItem: 'TableShare',
  BudgetSample: 'Sample',
  TablesTable: 'Table',
  TablesTableColumn: 'Column',
  PastQuestionsQuestion: 'PastQuestion',
};

const HEADER = `"""What the service sends. Written by \`npm run docs\` from the service's own schemas; do not edit."""

from typing import Any, Dict, List, Literal, TypedDict, Union
`;

export const PYTHON_CONTRACT = 'clients/python/sortition_client/contract.py';

/** The text of the module. */
export function pythonContract(): string {
  const classes: Classes = new Map();
  for (const [name, schema] of Object.entries(SENT)) typeOf(z.toJSONSchema(schema) as JsonSchema, name, classes);
  return [HEADER, ...[...classes.values()].map(({ text }) => text)].join('\n\n');
}

/** By what is in them. */
type Classes = Map<string, { readonly name: string; readonly text: string }>;

/** The type in words of Python. An object gets a class, named by its place. */
function typeOf(schema: JsonSchema, name: string, classes: Classes): string {
  if (schema.anyOf !== undefined) return either(schema.anyOf.map((each, at) => typeOf(each, nth(name, at), classes)));
  if (schema.const !== undefined || schema.enum !== undefined) return literal(schema.enum ?? [schema.const]);
  if (schema.properties !== undefined) return classOf(schema, name, classes);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'Any' : either(types.map(type => plainType(type, schema, name, classes)));
}

function plainType(type: string, schema: JsonSchema, name: string, classes: Classes): string {
  const inner = (each: JsonSchema | false | undefined, at: string): string =>
    each === undefined || each === false ? 'Any' : typeOf(each, at, classes);
  if (type === 'array') return `List[${inner(schema.items, singular(name))}]`;
  if (type === 'object') return `Dict[str, ${inner(schema.additionalProperties, singular(name))}]`;
  return { string: 'str', number: 'float', integer: 'int', boolean: 'bool', null: 'None' }[type] ?? 'Any';
}

/** Members by the functional form: some are named like words of the language. */
function classOf({ properties = {}, required = [] }: JsonSchema, place: string, classes: Classes): string {
  const name = NAMES[place] ?? place;
  const member = (key: string): string =>
    `    ${JSON.stringify(key)}: ${typeOf(properties[key] ?? {}, place + capital(key), classes)},`;
  const [always, sometimes] = [true, false].map(wanted =>
    Object.keys(properties)
      .filter(key => required.includes(key) === wanted)
      .map(member),
  );
  const body = (members: readonly string[]): string => `{\n${members.join('\n')}\n}`;
  const parts =
    sometimes.length === 0
      ? [`${name} = TypedDict("${name}", ${body(always)})`]
      : [
          `_${name} = TypedDict("_${name}", ${body(always)})`,
          `class ${name}(_${name}, TypedDict("_${name}Optional", ${body(sometimes)}, total=False)):\n    pass`,
        ];
  const known = classes.get(JSON.stringify([always, sometimes]));
  if (known !== undefined) return known.name;
  classes.set(JSON.stringify([always, sometimes]), { name, text: `${parts.join('\n\n\n')}\n` });
  return name;
}

const either = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? distinct[0] : `Union[${distinct.join(', ')}]`;
};

const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map(value => (value === true ? 'True' : JSON.stringify(value))).join(', ')}]`;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const singular = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : `${name}Item`);

const nth = (name: string, at: number): string => (at === 0 ? name : `${name}Alternative${at}`);
