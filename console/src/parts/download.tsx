/** A file of the service, saved by the browser: fetched with the token, which a link cannot send. */
import { useState } from 'react';
import type { PageProps } from '../api.ts';
import { Refusal } from './notice.tsx';

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

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // the browser has its own hold on the file by then
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
