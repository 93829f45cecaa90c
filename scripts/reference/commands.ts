/** docs/reference/commands.md: every command with its arguments and flags, from the definition that runs them. */
import type { Argument, Command, Option } from 'commander';
import { cell, tableOf } from './markdown.ts';

interface Group {
  readonly heading: string;
  readonly about: string;
  /** Commands of the first level; those below them come along. */
  readonly names: readonly string[];
}

const GROUPS: readonly Group[] = [
  {
    heading: 'Asking a table',
    about: 'Begin with the [first question](../guide/first-question.md). The supported SQL is [here](sql.md).',
    names: ['init', 'types', 'ask', 'report', 'bounds', 'budget', 'policy', 'samples', 'sample', 'ledger', 'verify'],
  },
  {
    heading: 'Prices',
    about:
      'They read no data and charge nothing. `sortition price` covers pure differential privacy, `sortition account` everything else.',
    names: ['price', 'account'],
  },
  { heading: 'Publishing a sample', about: 'See the [guide](../guide/release.md).', names: ['release'] },
  { heading: 'Exact answers', about: 'See the [guide](../guide/statistical.md).', names: ['statistical'] },
  { heading: 'Asking people', about: 'See the [guide](../guide/collect.md).', names: ['collect'] },
  { heading: 'Choosing a rate', about: 'See the [guide](../guide/forecast.md).', names: ['forecast'] },
  { heading: 'The service', about: 'See the [guide](../guide/service.md).', names: ['serve', 'token'] },
  { heading: 'The papers', about: 'See [what they say and what we get](../reproduction.md).', names: ['reproduce'] },
];

const INTRODUCTION = `# Commands

Generated from the command definitions by \`npm run docs\`; \`sortition COMMAND --help\` shows the same.

Every command takes \`--json\`: one JSON object on standard output and nothing else. Without it, output is for people.
Exit codes: 0 done, 1 refused, 2 unknown or missing flags, 3 a bug in Sortition. Every refusal has
[a code](errors.md) and a way out.`;

export function commandsPage(program: Command): string {
  const groups = GROUPS.map(({ heading, about, names }) => {
    const commands = program.commands.filter(command => names.includes(command.name()));
    return [`## ${heading}`, about, ...commands.flatMap(runnable).map(section)].join('\n\n');
  });
  return `${[INTRODUCTION, ...groups].join('\n\n')}\n`;
}

/** Commands that the page has no place for. */
export const ungrouped = (program: Command): string[] =>
  program.commands
    .map(command => command.name())
    .filter(name => name !== 'help' && !GROUPS.some(({ names }) => names.includes(name)));

/** Some commands do nothing but hold others. */
export const runnable = (command: Command): Command[] => [
  ...(command.commands.length === 0 || command.options.length > 0 ? [command] : []),
  ...command.commands.flatMap(runnable),
];

function section(command: Command): string {
  const rows = [...explained(command), ...flagsOf(command).map(flagRow)];
  return [
    `### \`${[pathOf(command), ...command.registeredArguments.map(written)].join(' ')}\``,
    sentence(command.description()),
    ...(rows.length === 0 ? [] : [tableOf(['', 'what it means', ''], rows)]),
  ].join('\n\n');
}

const written = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
};

const explained = (command: Command): string[][] =>
  command.registeredArguments
    .filter(({ description }) => description !== '')
    .map(argument => [`\`${written(argument)}\``, cell(argument.description), argument.required ? 'needed' : '']);

/** What a command above needs, this one needs too. */
const flagsOf = ({ parent, options }: Command): Option[] => [
  ...(parent?.options ?? []).filter(({ mandatory }) => mandatory),
  ...options.filter(({ long }) => long !== '--json'),
];

const flagRow = (option: Option): string[] => [
  `\`${option.flags}\``,
  cell(option.description),
  option.mandatory ? 'needed' : defaultOf(option),
];

function defaultOf({ defaultValue }: Option): string {
  if (defaultValue === undefined || defaultValue === false) return '';
  return `\`${Array.isArray(defaultValue) ? defaultValue.join() : defaultValue}\` unless given`;
}

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? '' : '.'}`;
