/** The member of a union that may be of a kind, where one member may stand for several kinds. */
export type NodeOf<Union extends { readonly kind: string }, Kind> = Union extends { readonly kind: infer Own }
  ? Kind extends Own
    ? Union
    : never
  : never;
