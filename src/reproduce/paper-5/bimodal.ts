/** Figures 9 and 11: a population with its median in a gap, and where the medians of its samples are. */
import type { PanelText } from '../../figure/index.ts';
import { densityOf } from '../distribution.ts';
import { said } from '../numbers.ts';
import type { Reproduction } from '../reproduction.ts';
import { cellsAt, populationFrom } from './medians.ts';

/** A line through the true median, with its name beside the top. */
const marked = (median: number, top: number): PanelText => ({
  kind: 'words',
  text: 'true median',
  at: { x: median + 0.1, y: top },
  through: [
    { x: median, y: 0 },
    { x: median, y: top },
  ],
});

export const bimodalPopulation: Reproduction = {
  name: 'paper-5-figure-9',
  paper: 'HDK22',
  title: 'Figure 9: the bimodal population',
  says: 'In a mixture of two beta distributions that do not overlap, the median, 0.21, lies in the gap.',
  make: ({ seed }) => {
    const { sorted } = populationFrom('bimodal', seed);
    const median = sorted[(sorted.length - 1) / 2];
    const next = sorted[(sorted.length + 1) / 2];
    const rows = densityOf(sorted, 60).map(({ x, y }) => ({ value: x, density: y }));
    return {
      gets: `The median is ${said(median)}, and there are no values between it and ${said(next)}.`,
      differs: 'The distribution is the same; another generator draws the values, so the median differs.',
      rows,
      figure: {
        panels: [
          {
            title: 'The population',
            subtitle: '10,001 values from a mixture of two beta distributions',
            x: { label: 'value', domain: [0, 1] },
            y: { label: 'density' },
            series: [
              {
                kind: 'line',
                name: 'density of the population',
                points: rows.map(({ value, density }) => ({ x: value, y: density })),
              },
              marked(median, 6),
            ],
          },
        ],
      },
    };
  },
};

export const sampleMedians: Reproduction = {
  name: 'paper-5-figure-11',
  paper: 'HDK22',
  title: 'Figure 11: medians of samples',
  says: 'Medians of samples of the bimodal population have two modes as well, and avoid the true median.',
  make: async ({ medians }) => {
    const simulation = await medians('bimodal');
    const cells = cellsAt(simulation, 1);
    const curves = [101, 1001].map(size => ({
      size,
      points: densityOf(cells.find(cell => cell.size === size)?.centres ?? [0, 1], 50),
    }));
    const rows = curves.flatMap(({ size, points }) => points.map(({ x, y }) => ({ size, median: x, density: y })));
    const { centres } = cells.find(cell => cell.size === 101) ?? cells[0];
    const low = centres.filter(centre => centre <= simulation.truth).length / centres.length;
    return {
      gets: `Of samples of 101 people, ${said(100 * low, 2)} % have their median at or below the true one, ${said(simulation.truth)}, and none just above it.`,
      differs: 'Curves replace violins.',
      rows,
      figure: {
        panels: [
          {
            title: 'Medians of 1000 samples',
            subtitle: 'without any noise',
            x: { label: 'median of the sample', domain: [0, 1] },
            y: { label: 'density' },
            series: [
              ...curves.map(({ size, points }) => ({
                kind: 'line' as const,
                name: `samples of ${size} people`,
                points,
              })),
              marked(simulation.truth, 25),
            ],
          },
        ],
      },
    };
  },
};
