import { expect, test } from 'vitest';
import { boundedBytes, boundedJson, eachPart } from './bounded-body.ts';

/** An answer of so many parts of 1,000 bytes, and how many of them were asked for. */
function answering(parts: number) {
  const asked = { parts: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (asked.parts === parts) return controller.close();
        asked.parts += 1;
        controller.enqueue(new Uint8Array(1_000).fill(asked.parts));
      },
      cancel() {
        asked.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, asked };
}

test('bytes are read whole up to their limit, in order', async () => {
  const bytes = await boundedBytes(answering(3), 3_000);
  expect(bytes).toHaveLength(3_000);
  expect([bytes?.[0], bytes?.[1_500], bytes?.[2_999]]).toEqual([1, 2, 3]);
  expect(await boundedBytes({ body: null }, 3_000)).toHaveLength(0);
});

test('an answer without an end is given up at the limit, and no more of it is asked for', async () => {
  const endless = answering(Number.POSITIVE_INFINITY);
  expect(await boundedBytes(endless, 10_000)).toBeUndefined();
  expect(endless.asked).toEqual({ parts: 11, cancelled: true });
  let seen = 0;
  const count = (part: Uint8Array): void => {
    seen += part.length;
  };
  expect(await eachPart(answering(Number.POSITIVE_INFINITY), 5_500, count)).toBe(false);
  expect(seen).toBe(5_000);
});

test('what is no JSON, or too long for an answer, says nothing', async () => {
  const saying = (text: string) => boundedJson(new Response(text));
  expect(await saying('{"accepted":1}')).toEqual({ accepted: 1 });
  expect(await saying('<html>')).toBeUndefined();
  expect(await saying(JSON.stringify('x'.repeat(1 << 20)))).toBeUndefined();
});
