import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { isUuid } from '../../../contract/fields.ts';
import { useCanSetUp } from '../../app/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './no-clients.module.css';

/** Shown for a key without clients: explains why, and opens a site by its ID. */
export function NoClients() {
  const navigate = useNavigate();
  const canSetUp = useCanSetUp();
  const field = useRef<HTMLInputElement>(null);
  const [isInvalid, setInvalid] = useState(false);

  function open(event: FormEvent) {
    event.preventDefault();
    const siteId = field.current?.value.trim() ?? '';
    setInvalid(!isUuid(siteId));
    if (isUuid(siteId)) void navigate({ to: '/sites/$siteId/timeline', params: { siteId } });
    else field.current?.focus();
  }

  return (
    <Card className={styles['panel']}>
      <h2>No clients</h2>
      <p className={styles['explanation']}>
        This key has no clients. That is normal for a business account, which has sites but no
        clients. Open its sites by their IDs.
      </p>
      <form className={styles['form']} onSubmit={open} noValidate>
        <label htmlFor="site-id">Open a site by its ID</label>
        <div className={styles['line']}>
          <input
            id="site-id"
            ref={field}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? 'site-id-fault' : undefined}
          />
          <Button look="strong" type="submit">
            Open site
          </Button>
        </div>
        {isInvalid && (
          <p id="site-id-fault" className={styles['fault']} role="alert">
            Enter a valid ID: 32 hexadecimal digits in five groups, separated by hyphens.
          </p>
        )}
      </form>
      {canSetUp && (
        <p>
          Or create one: <Link to="/sites/new">New site</Link>
        </p>
      )}
    </Card>
  );
}
