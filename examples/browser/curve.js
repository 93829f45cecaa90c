/** The privacy curve as SVG: epsilon from left to right, delta by powers of ten from bottom to top. */

const FRAME = { left: 74, right: 24, top: 34, bottom: 62, width: 640, height: 340 };
const DELTA = { least: -10, most: -2 };

/** @param found answers by rising delta; `chosen` is the delta that the page speaks of */
export function drawCurve(svg, found, chosen) {
  const widest = niceAbove(Math.max(...found.map(({ epsilon }) => epsilon.upper)));
  const x = epsilon => FRAME.left + ((FRAME.width - FRAME.left - FRAME.right) * epsilon) / widest;
  const y = delta => {
    const share = (Math.log10(delta) - DELTA.least) / (DELTA.most - DELTA.least);
    return FRAME.height - FRAME.bottom - share * (FRAME.height - FRAME.top - FRAME.bottom);
  };
  const place = ({ delta, epsilon }) => [x(epsilon.upper), y(delta)];
  const title = svg.querySelector('title');
  svg.replaceChildren(
    title,
    ...grid(x, y, widest),
    shape('polyline', { class: 'line', points: found.map(one => place(one).join()).join(' ') }),
    ...found
      .filter(({ delta }) => delta === chosen)
      .map(one => shape('circle', { class: 'point', cx: place(one)[0], cy: place(one)[1], r: 7 })),
  );
  const ends = [found.at(0), found.at(-1)].map(
    ({ delta, epsilon }) => `epsilon ${roundedUp(epsilon.upper)} at delta ${delta}`,
  );
  title.textContent = `Privacy profile, from ${ends.join(' to ')}`;
}

function grid(x, y, widest) {
  const epsilons = Array.from({ length: 5 }, (_, place) => (widest * place) / 4);
  const deltas = Array.from({ length: 5 }, (_, place) => 10 ** (DELTA.least + 2 * place));
  const [bottom, right] = [FRAME.height - FRAME.bottom, FRAME.width - FRAME.right];
  return [
    ...epsilons.map(value => shape('line', { class: 'grid', x1: x(value), x2: x(value), y1: FRAME.top, y2: bottom })),
    ...deltas.map(value => shape('line', { class: 'grid', x1: FRAME.left, x2: right, y1: y(value), y2: y(value) })),
    ...epsilons.map(value => words(String(Number(value.toPrecision(3))), x(value), bottom + 24, 'middle')),
    ...deltas.map(value => words(power(value), FRAME.left - 8, y(value) + 5, 'end')),
    words('epsilon', (FRAME.left + right) / 2, FRAME.height - 8, 'middle'),
    words('delta', 4, FRAME.top - 14, 'start'),
  ];
}

const words = (text, x, y, anchor) => {
  const drawn = shape('text', { x, y, 'text-anchor': anchor });
  drawn.textContent = text;
  return drawn;
};

function shape(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** The next of 1, 2, 4, 8 and their tens: quarters of it are short to write. */
function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 4, 8, 10].find(step => step * power >= value);
}

/** 10⁻⁵, as people write it. */
export const power = value =>
  `10⁻${[...String(Math.round(-Math.log10(value)))].map(digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('')}`;

/** Three digits, never below the value: a cost that is rounded down would be a promise that is not kept. */
export function roundedUp(value) {
  if (!(value > 0)) return String(value);
  const step = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Number((Math.ceil(value / step) * step).toPrecision(3)).toLocaleString('en');
}
