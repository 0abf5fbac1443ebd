import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Revocation } from '../../api/sightline/revoke.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Block, Loading } from '../../ui/skeleton.tsx';
import styles from './share.module.css';

/** An active link or feed. */
interface ActiveEntry {
  id: string;
  title: string;
  details: string;
  filters: ReactNode;
  /** When it was last used and, if known, how often: on a line of its own, so that a refresh does not move buttons. */
  activity: string;
}

/** The kind of entry in a list. */
interface EntryKind {
  /** "link" or "feed". */
  noun: string;
  /** What happens if an entry is revoked. */
  warning: string;
  revoke: (id: string) => Promise<Revocation>;
}

interface EntryProps {
  entry: ActiveEntry;
  kind: EntryKind;
  /** Called when the entry is revoked, but the service could not save that. */
  onUnsaved: () => void;
  /** Called when the confirmation opens. */
  onConfirmOpen: () => void;
}

function Entry({ entry, kind, onUnsaved, onConfirmOpen }: EntryProps) {
  const { noun, warning, revoke } = kind;
  const [isConfirming, setConfirming] = useState(false);
  const revocation = useMutation({
    async mutationFn() {
      const { isSaved } = await revoke(entry.id);
      if (!isSaved) onUnsaved();
    },
  });
  const title = entry.title || 'Untitled';
  return (
    <li className={styles['listed']}>
      <div>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <p className={styles['hint']}>{entry.details}</p>
        {entry.filters}
        <p className={styles['hint']}>{entry.activity}</p>
      </div>
      {isConfirming ? (
        <fieldset className={styles['confirm']} aria-label={`Revoke ${title}`}>
          <p>{warning}</p>
          <div className={styles['row']}>
            <Button
              look="strong"
              autoFocus
              isUnavailable={revocation.isPending}
              onClick={() => revocation.mutate()}
            >
              {revocation.isPending ? 'Revoking…' : `Revoke the ${noun}`}
            </Button>
            <Button onClick={() => setConfirming(false)}>Keep it</Button>
          </div>
        </fieldset>
      ) : (
        <Button
          aria-label={`Revoke ${title}`}
          onClick={() => {
            onConfirmOpen();
            setConfirming(true);
          }}
        >
          Revoke
        </Button>
      )}
      {revocation.error && (
        <Failure title={`The ${noun} could not be revoked`} error={revocation.error} />
      )}
    </li>
  );
}

interface ActiveListProps extends EntryKind {
  /** Undefined while the list loads. */
  entries: readonly ActiveEntry[] | undefined;
  error: Error | null;
  /**
   * Reloads the entries: after a failure, and before an entry is revoked, since recent use may be a reason to keep it.
   */
  onRefresh: () => void;
}

/** The active links or feeds of a site, each with a button that revokes it. */
export function ActiveList({ entries, error, onRefresh, ...kind }: ActiveListProps) {
  const heading = `${kind.noun === 'link' ? 'Links' : 'Feeds'} for this site`;
  const nouns = `${kind.noun}s`;
  const [unsavedTitle, setUnsavedTitle] = useState<string | null>(null);
  return (
    <section className={styles['links']} aria-label={heading}>
      <h3>{heading}</h3>
      {error && !entries && (
        <Failure title={`The ${nouns} could not be loaded`} error={error} onRetry={onRefresh} />
      )}
      {!error && !entries && (
        <Loading label={`Loading the ${nouns}`}>
          <Block width="16rem" height="2.25rem" />
        </Loading>
      )}
      <div role="status">
        {unsavedTitle !== null && (
          <p>
            “<bdi>{unsavedTitle}</bdi>” no longer works, but the service could not save that,
            because its storage is full. If it restarts before there is space, the {kind.noun} works
            again.
          </p>
        )}
      </div>
      {entries?.length === 0 && <p className={styles['hint']}>No active {nouns}.</p>}
      {entries && entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              kind={kind}
              onUnsaved={() => setUnsavedTitle(entry.title || 'Untitled')}
              onConfirmOpen={onRefresh}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
