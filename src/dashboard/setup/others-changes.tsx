import styles from './setup.module.css';

interface OthersChangesProps {
  noun: 'set-up' | 'client';
  /** What someone else has changed, and what of it the form does not take over, in sentences. */
  changes: readonly string[];
}

/** What someone else has changed since the page was opened; nothing if they changed nothing. */
export function OthersChanges({ noun, changes }: OthersChangesProps) {
  if (changes.length === 0) return null;
  return (
    <div role="alert" className={styles['conflict']}>
      <p>
        <b>Someone else saved this {noun} meanwhile.</b> Your changes are kept in the form, together
        with theirs. Check them, and save again.
      </p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  );
}
