/** What is written in the fields of a form, by their names. */
import { type ChangeEvent, useState } from 'react';

export interface Field {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

/** `field(name)` is spread into the input or select of that name. */
export function useFields<Words extends Readonly<Record<keyof Words, string>>>(start: Words) {
  const [words, setWords] = useState(start);
  const field = (name: keyof Words): Field => ({
    value: words[name],
    onChange: ({ target }) => setWords({ ...words, [name]: target.value }),
  });
  return { words, field };
}
