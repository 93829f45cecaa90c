/** A town of many public groups, each a trial of its own: ordinary, small, crowded and skewed ones in turn. */
import type { Dice } from './dice.ts';
import type { Cells, Columns, World } from './world.ts';

const CROWDS = ['ordinary', 'small', 'crowded', 'skewed'] as const;

export type Crowd = (typeof CROWDS)[number];

export const crowdOf = (group: number): Crowd => CROWDS[group % CROWDS.length];

const columnsOf = (groups: number): Columns => ({
  g: { type: 'integer', min: 0, max: groups - 1, step: 1, perUnit: true },
  half: { type: 'category', values: ['left', 'right'], perUnit: true },
  cost: { type: 'number', min: 0, max: 1000, step: 0.5 },
  change: { type: 'number', min: -50, max: 50, step: 0.1 },
});

export interface Town {
  readonly groups: number;
  /** In a group that is not small. */
  readonly people: number;
  readonly rowsPerUnit: number;
  readonly sizeIsPublic?: boolean;
  readonly concentrated?: true;
}

export function townOf(dice: Dice, { groups, people, rowsPerUnit, sizeIsPublic = false, concentrated }: Town): World {
  const visits = Array.from({ length: groups }, (_, g) => {
    const crowd = crowdOf(g);
    return Array.from({ length: crowd === 'small' ? 3 : people }, (_, i) => {
      const visits = crowd === 'crowded' && i % 3 === 0 ? dice.between(4, 15) : dice.between(1, rowsPerUnit);
      return Array.from({ length: visits }, () => visit(dice, { g, i, crowd }));
    });
  });
  const rows = { visits: visits.flat(2), cards: [], people: [] };
  const approximateUnits = visits.flat().length;
  return {
    rowsPerUnit,
    sizeIsPublic,
    ...(concentrated && { concentrated }),
    approximateUnits,
    columns: columnsOf(groups),
    rows,
    wards: [],
    oddities: [],
  };
}

function visit(dice: Dice, { g, i, crowd }: { readonly g: number; readonly i: number; readonly crowd: Crowd }): Cells {
  const part = crowd === 'skewed' ? dice.part() ** 8 : dice.part();
  return {
    patient: `p${g}-${i}`,
    g: String(g),
    half: g % 8 < 4 ? 'left' : 'right',
    cost: dice.chance(0.1) ? null : String(Math.round(part * 2000) / 2),
    change: String(Math.round((part - 0.4) * 1000) / 10),
  };
}
