import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addUnsavedForm } from '../app/session/unsaved-forms.ts';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import styles from './setup.module.css';

/**
 * Asks before the page is left with unsaved changes, by a link, the back button, signing out or closing the tab.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  useEffect(() => (isDirty ? addUnsavedForm() : undefined), [isDirty]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Drawer title="Leave without saving?" onClose={blocker.reset}>
      <p>Your changes on this page are not saved.</p>
      <div className={styles['actions']}>
        <Button look="strong" data-first-focus onClick={blocker.reset}>
          Stay
        </Button>
        <Button onClick={blocker.proceed}>Leave</Button>
      </div>
    </Drawer>
  );
}
