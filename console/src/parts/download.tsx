/** A file of the service, saved by the browser: fetched with the token, which a link cannot send. */
import { useState } from 'react';
import type { PageProps } from '../api.ts';
import { Refusal } from './notice.tsx';
import { saveAs } from './saving.ts';

interface Props extends PageProps {
  readonly path: string;
  readonly name: string;
  readonly label: string;
}

export function Download({ api, path, name, label }: Props) {
  const [thrown, setThrown] = useState<unknown>(null);
  const save = () => {
    setThrown(null);
    api.file(path).then(blob => saveAs(blob, name), setThrown);
  };
  return (
    <>
      <button type="button" className="quiet" aria-label={`Save ${name}`} onClick={save}>
        {label}
      </button>
      {thrown !== null && <Refusal of={thrown} />}
    </>
  );
}
