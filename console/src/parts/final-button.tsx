/** A button for what cannot be taken back: it says what will be, and asks before it is done. */
import { type ReactNode, useId, useRef } from 'react';

interface Props {
  readonly label: string;
  /** What it brings about, for good. */
  readonly consequence: ReactNode;
  /** What is pressed to go on. */
  readonly yes: string;
  readonly quiet?: boolean;
  readonly disabled: boolean;
  readonly onYes: () => void;
}

export function FinalButton({ label, consequence, yes, quiet = false, disabled, onYes }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const leave = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className={quiet ? 'quiet' : undefined}
        disabled={disabled}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </button>
      <dialog ref={dialog} className="final" aria-labelledby={title}>
        <h2 id={title}>{label}?</h2>
        <p>{consequence}</p>
        <div className="orders">
          <button type="button" className="quiet" onClick={leave}>
            Not yet
          </button>
          <button
            type="button"
            onClick={() => {
              leave();
              onYes();
            }}
          >
            {yes}
          </button>
        </div>
      </dialog>
    </>
  );
}
