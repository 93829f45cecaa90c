import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listeningIn } from '../support/aggregators.ts';
import { inFolder } from '../support/ledger-case.ts';

test('an aggregator ends though somebody holds back half a report', () =>
  inFolder(async folder => {
    const listening = await listeningIn(folder, { grace: 50 });
    const { port } = new URL(listening.campaign.aggregators[0]);
    const idler = connect(Number(port), '127.0.0.1').on('error', () => {});
    await once(idler, 'connect');
    idler.write(`POST /v1/collect/${listening.fingerprint}/rounds/1/reports HTTP/1.1\r\nhost: x\r\ncontent-le`);
    const gone = once(idler, 'close');
    await listening.end();
    await gone;
  }));

test('whoever guesses the tokens of an aggregator is soon not heard', () =>
  inFolder(async folder => {
    const listening = await listeningIn(folder);
    const order = (token: string) => listening.post(0, `${listening.fingerprint}/rounds/1/open`, { token });
    expect(await order('0'.repeat(64))).toMatchObject({ status: 401, said: { code: 'token_invalid' } });
    for (let i = 1; i < 120; i += 1) await order(String(i).padStart(64, '0'));
    expect(await order(listening.token(0))).toMatchObject({ status: 429, said: { code: 'rate_limited' } });
    await listening.end();
  }));
