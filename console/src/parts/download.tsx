/** A file of the service, saved by the browser: fetched with the token, which a link cannot send. */
import { useState } from 'react';
import type { PageProps } from '../api.ts';
import { useElapsed } from './elapsed.ts';
import { Refusal } from './notice.tsx';
import { saveAs } from './saving.ts';

interface Props extends PageProps {
  readonly path: string;
  readonly name: string;
  readonly label: string;
}

export function Download({ api, path, name, label }: Props) {
  const [saving, setSaving] = useState<AbortController | null>(null);
  const [thrown, setThrown] = useState<unknown>(null);
  const save = () => {
    const leaving = new AbortController();
    const end = (work: () => void) => {
      if (leaving.signal.aborted) return;
      setSaving(null);
      work();
    };
    setThrown(null);
    setSaving(leaving);
    api
      .until(leaving.signal)
      .file(path)
      .then(
        blob => end(() => saveAs(blob, name)),
        (refusal: unknown) => end(() => setThrown(refusal)),
      );
  };
  const cancel = () => {
    saving?.abort();
    setSaving(null);
  };
  return (
    <>
      {saving === null ? (
        <button type="button" className="quiet" aria-label={`Save ${name}`} onClick={save}>
          {label}
        </button>
      ) : (
        <button type="button" className="quiet" aria-label={`Cancel saving ${name}`} onClick={cancel}>
          Cancel, <Seconds />
        </button>
      )}
      {thrown !== null && <Refusal of={thrown} />}
    </>
  );
}

const Seconds = () => <span className="number">{useElapsed()}</span>;
