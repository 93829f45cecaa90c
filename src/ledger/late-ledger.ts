/**
 * A ledger that is made when something is to be written into it. Whoever opens data and asks what is refused leaves no ledger
 * behind; one that is there already is opened at once, so that its own refusals come first.
 */
import { anchorFile } from './anchor/anchor-file.ts';
import { type Book, emptyBook, unspentUnder } from './book.ts';
import type { Ledger } from './ledger.ts';
import { type LedgerOpening, openLedger } from './open-ledger.ts';
import { homeOf } from './places/homes.ts';
import type { LedgerHome } from './places/ledger-home.ts';
import { reserving } from './reserving.ts';
import { creatingSample, retiringSample } from './sampling.ts';
import { ledgerClosed } from './unavailable.ts';

export async function openLedgerLate(opening: LedgerOpening): Promise<Ledger> {
  const home = homeOf(opening.place, opening.keyFile);
  try {
    // an anchor may know of a ledger that is not there
    const wasThere = opening.anchor !== undefined && anchorFile(opening.anchor).last() !== undefined;
    return wasThere || (await home.isThere()) ? await openLedger(opening, home) : lateLedger(opening, home);
  } catch (caught) {
    await home.close();
    throw caught;
  }
}

/** What needs a ledger to write into, or to tell of. */
type Writing = Exclude<keyof Ledger, 'created' | 'keys' | 'state' | 'current' | 'repeated' | 'close'>;

function lateLedger(opening: LedgerOpening, home: LedgerHome): Ledger {
  const { policy } = opening;
  const unbegun: Book = { ...emptyBook(), policy, budget: policy.budget, spent: unspentUnder(policy) };
  const { made, known, isThere, close } = making(opening, home);
  const onceMade = <Name extends Writing>(
    name: Name,
    rehearsed: (...given: Parameters<Ledger[Name]>) => void = () => {},
  ): Ledger[Name] =>
    (async (...given: Parameters<Ledger[Name]>) => {
      // what is refused where nothing was written yet leaves nothing behind
      if (!(await isThere())) rehearsed(...given);
      const method = (await made())[name] as (...given: unknown[]) => unknown;
      return method(...given);
    }) as Ledger[Name];
  const at = opening.clock().toISOString(); // of a rehearsal nothing is kept
  return Object.freeze({
    get created() {
      return known()?.created ?? false;
    },
    keys: home.keys,
    state: () => known()?.state() ?? unbegun,
    current: async () => ((await isThere()) ? (await made()).current() : unbegun),
    // nothing was answered where there is no ledger, unless somebody else made one meanwhile
    async repeated(request) {
      if (await isThere()) return (await made()).repeated(request);
      // what cannot be asked at all is refused by the same words as where there is one
      if (typeof request === 'function') request(unbegun);
      return undefined;
    },
    reserve: onceMade('reserve', (request, decide) => {
      const asked = typeof request === 'function' ? request(unbegun) : request;
      reserving(unbegun, asked, decide, { at, holder: '', isRunning: () => false });
    }),
    settle: onceMade('settle'),
    fail: onceMade('fail'),
    lose: onceMade('lose'),
    grant: onceMade('grant'),
    acceptPolicy: onceMade('acceptPolicy'),
    createSample: onceMade('createSample', (request, decide) => void creatingSample(unbegun, request, decide, at)),
    retireSample: onceMade('retireSample', (name, reason) => void retiringSample(unbegun, name, reason, at)),
    recordSize: onceMade('recordSize'),
    announce: onceMade('announce'),
    drawRelease: onceMade('drawRelease'),
    finishRelease: onceMade('finishRelease'),
    budget: onceMade('budget'),
    history: onceMade('history'),
    verify: onceMade('verify'),
    close,
  } satisfies Ledger);
}

/** The ledger itself: made once, whoever needs it first, and never after it was closed. */
function making(opening: LedgerOpening, home: LedgerHome) {
  let opened: Promise<Ledger> | undefined;
  let known: Ledger | undefined;
  let closed = false;
  return {
    known: (): Ledger | undefined => known,
    isThere: async (): Promise<boolean> => known !== undefined || home.isThere(),
    async made(): Promise<Ledger> {
      // a question that was on its way would be charged by a ledger that nobody closes any more
      if (closed) return ledgerClosed();
      opened ??= openLedger(opening, home).then(
        ledger => {
          known = ledger;
          return ledger;
        },
        caught => {
          opened = undefined; // what failed once, such as a locked file, may be tried again
          throw caught;
        },
      );
      return opened;
    },
    async close(): Promise<void> {
      closed = true;
      // whoever needed a ledger that could not be made was told
      await (await opened?.catch(() => undefined))?.close();
      await home.close();
    },
  };
}
