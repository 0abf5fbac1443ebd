import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { SetupJob } from '../../contract/sightline/setup.ts';
import { useChange } from '../api/sightline/use-change.ts';
import { Button } from '../ui/button.tsx';
import { ChangeOutcome } from '../ui/change-outcome.tsx';
import { DangerButton } from '../ui/danger-button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import styles from './danger-zone.module.css';
import { Field } from './field.tsx';

interface DeleteDrawerProps {
  /** "site" or "client". */
  noun: string;
  /** What must be typed to confirm: the name, or the ID of something without a name. */
  name: string;
  /** What deleting it also deletes. */
  children: ReactNode;
  /** The command that writes a copy to keep. */
  exportCommand: string;
  remove: () => Promise<SetupJob | null>;
  /** Called once it is deleted. */
  onDeleted: () => void;
  onClose: () => void;
}

const toComparable = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/** Says what a deletion removes, and deletes it after its name has been typed. */
export function DeleteDrawer(props: DeleteDrawerProps) {
  const { noun, name, children, exportCommand, remove, onDeleted, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typedName, setTypedName] = useState('');
  const [isFaultShown, setFaultShown] = useState(false);
  const change = useChange(remove, onDeleted);
  const { state, send } = change;
  // Until the page of what is deleted has been left.
  const isBusy = change.isBusy || state.kind === 'done';
  const isConfirmed = toComparable(typedName) === toComparable(name);

  function submit(event: FormEvent) {
    event.preventDefault();
    setFaultShown(!isConfirmed);
    if (!isConfirmed) field.current?.focus();
    else if (!isBusy) send();
  }

  return (
    <Drawer
      title={`Delete this ${noun}`}
      // Closing would not stop a deletion that has been sent.
      onClose={() => state.kind !== 'sending' && onClose()}
    >
      <form className={styles['form']} onSubmit={submit} noValidate>
        {children}
        <p>
          This cannot be undone. Backups keep the data until you delete them. To keep a copy, first
          run this on the machine that runs this dashboard:
        </p>
        <pre className={styles['command']}>{exportCommand}</pre>
        <Field
          label={`To confirm, type the name of the ${noun}`}
          hint={<bdi>{name}</bdi>}
          error={
            isFaultShown && !isConfirmed ? 'This is not the name. Type it as shown.' : undefined
          }
        >
          {(connection) => (
            <input
              {...connection}
              ref={field}
              data-first-focus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typedName}
              onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
            />
          )}
        </Field>
        <ChangeOutcome
          state={state}
          failureTitle={`The ${noun} could not be deleted`}
          promise={`the ${noun} is deleted`}
        />
        <div className={styles['row']}>
          <DangerButton type="submit" isUnavailable={isBusy}>
            {isBusy ? 'Deleting…' : `Delete this ${noun}`}
          </DangerButton>
          <Button isUnavailable={state.kind === 'sending'} onClick={onClose}>
            {state.kind === 'waiting' ? 'Close' : 'Keep it'}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
