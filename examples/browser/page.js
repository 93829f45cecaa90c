/** Sliders in, epsilon and its curve out. The accountant works on a thread; a slider that moves again ends its work. */
import { drawCurve, power, roundedUp } from './curve.js';

const CURVE = [1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];
const PAUSE = 120;

const element = id => document.getElementById(id);

/** Sliders go by ratios: from one person in two hundred to everybody, and so on. */
const between = (least, most, share) => least * (most / least) ** share;
const shareOf = id => Number(element(id).value) / 100;
const toDigits = (value, digits) => Number(value.toPrecision(digits));

const chosen = () => ({
  rate: toDigits(between(0.005, 1, shareOf('rate')), 2),
  noise: toDigits(between(0.7, 7, shareOf('noise')), 2),
  count: Math.round(toDigits(between(1, 10_000, shareOf('count')), 2)),
  delta: Number(element('delta').value),
});

const tell = (id, words) => {
  element(`${id}-value`).textContent = words;
  element(id).setAttribute('aria-valuetext', words);
};

let accountant;
let waiting;

function begin() {
  const { rate, noise, count, delta } = chosen();
  tell('rate', rate === 1 ? 'everyone' : `${toDigits(100 * rate, 2)} %`);
  tell('noise', `× ${noise}`);
  tell('count', count.toLocaleString('en'));
  accountant?.terminate();
  clearTimeout(waiting);
  document.body.setAttribute('aria-busy', 'true');
  // a slider on its way is not computed
  waiting = setTimeout(() => compute({ rate, noise, count, delta }), PAUSE);
}

function compute({ delta, ...workload }) {
  const found = [];
  accountant = new Worker('accountant.js', { type: 'module' });
  accountant.addEventListener('message', ({ data }) => {
    found.push(data);
    if (data.delta === delta) tellEpsilon(data.epsilon, delta, workload.count);
    if (found.length === CURVE.length) finish(found, delta);
  });
  accountant.addEventListener('error', ({ message }) => {
    element('sentence').textContent = `This browser cannot compute it: ${message}`;
  });
  // what the page speaks of first, the rest of the curve behind it
  accountant.postMessage({ ...workload, deltas: [delta, ...CURVE.filter(other => other !== delta)] });
}

function tellEpsilon({ upper }, delta, count) {
  element('epsilon').value = String(upper);
  element('epsilon').textContent = roundedUp(upper);
  const answers = count === 1 ? 'this answer changes' : `all ${count.toLocaleString('en')} answers together change`;
  element('sentence').textContent =
    `Except with probability 1 in ${Math.round(1 / delta).toLocaleString('en')}, ${answers} anyone’s odds about one person ` +
    `by a factor of at most e^epsilon${upper < 20 ? `, which is ${roundedUp(Math.exp(upper))}` : ', which is too much to be useful'}.`;
}

function finish(found, delta) {
  const curve = found.sort((a, b) => a.delta - b.delta);
  drawCurve(element('curve'), curve, delta);
  element('numbers').replaceChildren(...curve.map(numbersOf));
  document.body.removeAttribute('aria-busy');
}

function numbersOf({ delta, epsilon: { lower, upper } }) {
  const row = document.createElement('tr');
  const cells = [
    { value: delta, words: power(delta) },
    { value: lower, words: (Math.floor(lower * 1e4) / 1e4).toFixed(4) },
    { value: upper, words: (Math.ceil(upper * 1e4) / 1e4).toFixed(4) },
  ];
  for (const { value, words } of cells) {
    const shown = document.createElement('data');
    row.insertCell().append(Object.assign(shown, { value: String(value), textContent: words }));
  }
  return row;
}

for (const id of ['rate', 'noise', 'count', 'delta']) element(id).addEventListener('input', begin);
begin();
