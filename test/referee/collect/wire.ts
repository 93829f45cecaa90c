/** Wires on which nothing moves by itself: every request and every answer waits until somebody delivers, loses or repeats it. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Whoever sends: an answer for one that is gone reaches nobody. */
export interface Actor {
  readonly name: string;
  alive: boolean;
}

export interface Asked {
  readonly from: Actor | undefined;
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface Answered {
  readonly status: number;
  readonly body: Buffer;
}

/** Undefined: no answer ever comes. */
export type Handle = (asked: Asked) => Promise<Answered | undefined>;

interface Message {
  deliver(): void;
  lose(): void;
  repeat(): void;
}

export interface Wire {
  /** In place of `fetch`. */
  readonly fetch: typeof fetch;
  /** Does work in the name of somebody. */
  as<Result>(actor: Actor, work: () => Result): Result;
  pending(): number;
  deliver(pick: number): void;
  lose(pick: number): void;
  repeat(pick: number): void;
  /** Until nothing moves any more but what lies on the wires. */
  quiet(): Promise<void>;
}

export function openWire(handlerOf: (address: string) => Handle | undefined): Wire {
  const actors = new AsyncLocalStorage<Actor>();
  const messages: Message[] = [];
  let moved = 0;
  const put = (message: Message): void => {
    moved += 1;
    messages.push(message);
  };
  const take = (pick: number): Message | undefined => messages.splice(pick % Math.max(1, messages.length), 1)[0];
  const send = (asked: Asked, handle: Handle | undefined): Promise<Response> =>
    new Promise((resolve, reject) => {
      const broken = (): void => {
        moved += 1;
        if (asked.from?.alive !== false) reject(new TypeError('fetch failed'));
      };
      const answer = (answered: Answered | undefined): void => {
        if (answered === undefined) {
          broken();
          return;
        }
        const arrive = (): void => {
          if (asked.from?.alive !== false)
            resolve(new Response(new Uint8Array(answered.body), { status: answered.status }));
        };
        put({ deliver: arrive, lose: broken, repeat: arrive });
      };
      const work = (): Promise<Answered | undefined> => {
        moved += 1;
        return handle === undefined ? Promise.resolve(undefined) : handle(asked);
      };
      put({
        deliver: () => void work().then(answer),
        lose: broken,
        repeat: () => void work().then(() => work().then(answer)),
      });
    });
  return {
    fetch: async (input, init) => {
      const url = new URL(String(input));
      const headers = Object.fromEntries(new Headers(init?.headers).entries());
      const asked: Asked = {
        from: actors.getStore(),
        method: init?.method ?? 'GET',
        path: url.pathname + url.search,
        token: headers.authorization?.replace('Bearer ', ''),
        headers,
        body: init?.body == null ? undefined : Buffer.from(init.body as Uint8Array),
      };
      if (asked.from?.alive === false) return new Promise(() => {});
      return send(asked, handlerOf(url.origin));
    },
    as: (actor, work) => actors.run(actor, work),
    pending: () => messages.length,
    deliver: pick => take(pick)?.deliver(),
    lose: pick => take(pick)?.lose(),
    repeat: pick => take(pick)?.repeat(),
    quiet: () => quiet(() => moved),
  };
}

/** Work of the machine that is under way and will move something. */
const UNDER_WAY = /Immediate|FSReq|Random|Hash|Job|Timeout/;

const CALM_TURNS = 4;

async function quiet(moved: () => number): Promise<void> {
  let [calm, seen] = [0, moved()];
  while (calm < CALM_TURNS) {
    await new Promise(resume => setImmediate(resume));
    const busy = process.getActiveResourcesInfo().some(name => UNDER_WAY.test(name));
    calm = !busy && moved() === seen ? calm + 1 : 0;
    seen = moved();
  }
}
