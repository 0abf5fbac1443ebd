import { describeError, technicalDetails } from '../../api/errors.ts';
import { Button } from '../../ui/button.tsx';
import styles from './notes.module.css';

interface UncertainNoteProps {
  /** Why the outcome is unknown; null if the note was sent before a reload or from another tab. */
  error: Error | null;
  onSendAgain: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** A note that may have been saved: only the user can decide whether to send it again. */
export function UncertainNote({ error, onSendAgain, onKeep, onDiscard }: UncertainNoteProps) {
  return (
    <div role="alert" className={styles['warning']}>
      <p>
        <b>The note may have been saved.</b> It was sent, but no response confirmed it. If you send
        it again, it may appear twice.
      </p>
      {error && (
        <details>
          <summary>{describeError(error)}</summary>
          <pre>{technicalDetails(error)}</pre>
        </details>
      )}
      <div className={styles['choices']}>
        <Button onClick={onSendAgain}>Send again</Button>
        <Button onClick={onKeep}>It was not saved: keep the draft</Button>
        <Button onClick={onDiscard}>It was saved: discard the draft</Button>
      </div>
    </div>
  );
}
