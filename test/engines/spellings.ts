/** How fields of text files may be spelled: rightly, oddly, and nearly rightly, which engines like to read all the same. */
import fc from 'fast-check';

const BLANKS = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('', '', ' ', '\t', '  \t ') },
  fc.constantFrom('\u00A0', '\u3000', '\n', '\r', '\v'),
);
const STRAY = [
  ' ',
  '\t',
  '+',
  '-',
  '.',
  ',',
  '_',
  ':',
  "'",
  '/',
  'T',
  'Z',
  'e',
  'E',
  'x',
  '0',
  '1',
  '9',
  '\u0661',
  'ſ',
  'İ',
  '∞',
];

/** As it is, or with one character lost, doubled by another or replaced. */
const nearly = (spelling: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      BLANKS,
      spelling,
      BLANKS,
      fc.constantFrom('kept', 'kept', 'kept', 'kept', 'kept', 'kept', 'lost', 'added', 'replaced'),
      fc.nat(30),
      fc.constantFrom(...STRAY),
    )
    .map(([before, text, after, how, place, stray]) => {
      const at = place % (text.length + 1);
      const changed = {
        kept: text,
        lost: text.slice(0, at) + text.slice(at + 1),
        added: text.slice(0, at) + stray + text.slice(at),
        replaced: text.slice(0, at) + stray + text.slice(at + 1),
      }[how];
      return before + changed + after;
    });

const anyCase = (word: string): fc.Arbitrary<string> => fc.mixedCase(fc.constant(word));

const digits = (most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });
const sign = fc.constantFrom('', '', '-', '+');
/** Two digits of what there is, and sometimes of what there is not. */
const two = (least: number, most: number): fc.Arbitrary<string> =>
  fc
    .oneof({ weight: 15, arbitrary: fc.integer({ min: least, max: most }) }, fc.constantFrom(0, most + 1))
    .map(number => String(number).padStart(2, '0'));

const number = fc.oneof(
  fc.tuple(sign, digits(4)).map(parts => parts.join('')),
  fc.tuple(sign, digits(45)).map(parts => parts.join('')),
  fc.tuple(sign, digits(3), fc.constant('.'), digits(5)).map(parts => parts.join('')),
  fc.tuple(sign, digits(2), fc.constantFrom('e', 'E', 'e+', 'e-'), digits(3)).map(parts => parts.join('')),
  fc.tuple(sign, fc.oneof(anyCase('inf'), anyCase('infinity'), anyCase('nan'))).map(parts => parts.join('')),
  fc.constantFrom('.5', '5.', '.', '-.5e1', '1,234', '1_000', '12 34', '0x1f', '1e', '١٢', '- 5', '--5', '1.2.3', ''),
);

const year = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1960, max: 2030 }) }, fc.nat(9999));
const day = fc.tuple(year, two(1, 12), two(1, 29)).map(([y, m, d]) => `${String(y).padStart(4, '0')}-${m}-${d}`);
const zone = fc.oneof(
  fc.constantFrom('', 'Z', 'z', '+00', ' UTC', ' +02:00'),
  fc
    .tuple(fc.constantFrom('+', '-'), two(0, 23), fc.constantFrom(':', ''), fc.oneof(two(0, 59), fc.constant('')))
    .map(parts => parts.join('')),
);
const time = fc
  .tuple(two(0, 23), two(0, 59), fc.oneof(two(0, 59), fc.constant('')), fc.oneof(digits(7), fc.constant('')), zone)
  .map(([h, m, s, f, z]) => `${h}:${m}${s && `:${s}`}${s && f && `.${f}`}${z}`);
const moment = fc.oneof(
  { weight: 2, arbitrary: day },
  {
    weight: 4,
    arbitrary: fc
      .tuple(day, fc.constantFrom('T', 'T', 'T', ' ', ' ', ' ', 't', '  '), time)
      .map(parts => parts.join('')),
  },
  fc.constantFrom('01/02/2024', '20240229', '2024-2-9', 'today', 'now', 'infinity', '-infinity', 'epoch', '', '24:00'),
);

const WORDS = ['true', 'false', 'yes', 'no', 'y', 'n', 't', 'f', 'on', 'off', '0', '1'];
const truth = fc.oneof(
  fc.constantFrom(...WORDS).chain(anyCase),
  fc.constantFrom('00', '01', '1.0', '-1', '2', 'tr', 'fal', 'of', 'ja', 'null', 'yeſ', ''),
);

export const spellings = {
  number: nearly(number),
  moment: nearly(moment),
  truth: nearly(truth),
} satisfies Record<string, fc.Arbitrary<string>>;
