/** References to URLs that may hold a password: such a URL is never part of a policy, a command line, a message or a log. */

/** Where a URL that may hold a password is found, when it is needed. */
export type SecretReference =
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'file'; readonly path: string };

/** `env:NAME` or `file:PATH`. */
export function secretOf(reference: string): SecretReference {
  const [from, rest] = [reference.slice(0, reference.indexOf(':')), reference.slice(reference.indexOf(':') + 1)];
  return Object.freeze(from === 'env' ? { from, name: rest } : { from: 'file', path: rest });
}

/** `env:NAME` and addresses of servers are no paths. */
export function movedReference(reference: string, move: (path: string) => string): string {
  const [scheme] = /^(sqlite:|([a-z]+:)?file:)/.exec(reference) ?? [''];
  return scheme === '' ? reference : `${scheme}${move(reference.slice(scheme.length))}`;
}
