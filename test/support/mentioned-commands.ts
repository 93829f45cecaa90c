/** Commands that pages mention in passing, which no test runs: each must be there, with all the flags that it is shown with. */
import type { Command } from 'commander';

/** Lines of shell blocks, and code within sentences, that begin with the command's name. */
export const mentionedIn = (page: string): string[] => {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text]) =>
    text.replaceAll('\\\n', ' ').split('\n'),
  );
  const sentences = page.replaceAll(/^```.*?^```$/gms, '');
  const inline = [...sentences.matchAll(/`([^`]+)`/g)].map(([, code]) => code.replaceAll('\n', ' '));
  return [...blocks, ...inline]
    .map(line =>
      line
        .replace(/^npx /, '')
        .replace(/\s#.*$/, '')
        .trim(),
    )
    .filter(line => /^sortition [a-z]/.test(line));
};

/** What is wrong with a mention, or nothing. */
export function complaintOf(mention: string, program: Command): string | undefined {
  const words = mention
    .replaceAll(/"[^"]*"/g, 'TEXT')
    .split(/\s+/)
    .slice(1);
  const command = deepest(program, words);
  if (command === program) return `${mention}: there is no such command`;
  const known = flagsOf(command);
  const unknown = words.filter(word => word.startsWith('--') && !known.includes(word.replace(/=.*$/, '')));
  return unknown.length === 0 ? undefined : `${mention}: there is no flag ${unknown.join(', ')}`;
}

/** `release audit|draw` names two at once: the first stands for both. */
function deepest(command: Command, [word = '', ...rest]: readonly string[]): Command {
  const found = command.commands.find(one => one.name() === word.split('|')[0]);
  return found === undefined ? command : deepest(found, rest);
}

/** Its own, and those of the command above. */
const flagsOf = (command: Command): string[] => [
  '--help',
  '--json',
  ...command.options.flatMap(({ long }) => long ?? []),
  ...(command.parent === null ? [] : command.parent.options.flatMap(({ long }) => long ?? [])),
];
