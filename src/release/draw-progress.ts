/** How far a draw is, for whoever waits for it. */
const PARTS = { reading: 0, judged: 0.5, recorded: 0.6, drawing: 0.7, certified: 0.9, published: 1 } as const;

/** Reading, judged, recorded, drawing, certified, published: from `recorded` on, the draw counts as made, whatever happens. */
export type DrawStage = keyof typeof PARTS;

/** The part of the whole that is done is a guess: reading the table takes longest. */
export type DrawProgress = (stage: DrawStage, part: number) => void;

export const announcer =
  (progress: DrawProgress | undefined) =>
  (stage: DrawStage): void =>
    progress?.(stage, PARTS[stage]);
