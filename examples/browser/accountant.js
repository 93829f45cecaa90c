/** The accountant on a thread of its own, so that sliders stay smooth: one answer for each delta, as soon as it is known. */
import { account } from 'sortition/accounting';

/** Closer than anybody can read off a picture, and ten times as quick. */
const WIDTH = 0.02;

self.addEventListener('message', ({ data: { rate, noise, count, deltas } }) => {
  for (const delta of deltas) {
    const { epsilon } = account({
      relation: 'add-remove',
      steps: [{ mechanism: { kind: 'gaussian', noiseMultiplier: noise }, sampling: { kind: 'poisson', rate }, count }],
      width: WIDTH,
      ask: { epsilonAt: { delta } },
    });
    self.postMessage({ delta, epsilon });
  }
});
