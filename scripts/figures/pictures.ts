/** The pictures of the guide, as they should be now. */
import { drawFigure } from '../../src/figure/index.ts';
import { answersFigure } from './answers.ts';
import { samplesFigure } from './samples.ts';

const FOLDER = 'docs/images/guide';

export const guidePictures = () => [
  { path: `${FOLDER}/answers.svg`, text: drawFigure(answersFigure()) },
  { path: `${FOLDER}/samples.svg`, text: drawFigure(samplesFigure()) },
];
