/** A screenshot as a PNG of at most 256 colours: a third as large, and nobody sees the difference on flat surfaces. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

export function palettePng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts.entries()]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 256)
    .map(([colour]) => colour);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const rows = Buffer.alloc(height * (width + 1));
  for (const [at, pixel] of pixels.entries()) {
    const place = places.get(pixel) ?? nearest(pixel, palette);
    places.set(pixel, place);
    rows[at + Math.floor(at / width) + 1] = place;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colours = Buffer.from(palette.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const chunks = [chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', deflateSync(rows, { level: 9 }))];
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

const distance = (one: number, other: number): number =>
  ((one >> 16) - (other >> 16)) ** 2 +
  (((one >> 8) & 255) - ((other >> 8) & 255)) ** 2 +
  ((one & 255) - (other & 255)) ** 2;

const nearest = (pixel: number, palette: readonly number[]): number =>
  palette.reduce((best, colour, place) => (distance(pixel, colour) < distance(pixel, palette[best]) ? place : best), 0);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Of 8 bits a channel, as browsers write them. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const lines = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, channels);
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * channels;
    pixels[at] = (lines[from] << 16) | (lines[from + 1] << 8) | lines[from + 2];
  }
  return { width, height, pixels };
}

function unfiltered(raw: Buffer, stride: number, channels: number): Buffer {
  const rows = raw.length / (stride + 1);
  const out = Buffer.alloc(rows * stride);
  for (let row = 0; row < rows; row += 1) {
    const filter = raw[row * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = row * stride + x;
      const left = x >= channels ? out[at - channels] : 0;
      const above = row > 0 ? out[at - stride] : 0;
      const corner = x >= channels && row > 0 ? out[at - stride - channels] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      out[at] = raw[row * (stride + 1) + 1 + x] + guess;
    }
  }
  return out;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map(value => Math.abs(guess - value));
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
