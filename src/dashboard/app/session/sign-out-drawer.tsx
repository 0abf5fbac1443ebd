import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import type { Draft, DraftOwner } from './draft-store.ts';

/** The maximum number of characters shown of a draft. */
const maxShownCharacters = 80;

export interface SignOutDrawerProps {
  /** Notes of this key that may not have been added. */
  drafts: readonly (Draft & DraftOwner)[];
  /** Whether signing out discards unsaved changes of a form on the page. */
  hasUnsavedChanges: boolean;
  onCancel: () => void;
  /** @param shouldKeepDrafts whether the drafts stay on this device. */
  onSignOut: (shouldKeepDrafts: boolean) => void;
}

const beginningOf = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > maxShownCharacters
    ? `${characters.slice(0, maxShownCharacters).join('')}…`
    : text;
};

/** Names the draft notes, and asks whether to keep them. */
function DraftChoice({
  drafts,
  onCancel,
  onSignOut,
}: Omit<SignOutDrawerProps, 'hasUnsavedChanges'>) {
  return (
    <>
      <p>
        {drafts.length === 1 ? 'One note' : `${drafts.length} notes`} may not have been added.
        Drafts kept on this device are offered again to anyone who signs in with the same key.
      </p>
      <ul>
        {drafts.map(({ siteId, recommendationId, text }) => (
          <li key={`${siteId} ${recommendationId}`}>
            <Link
              to="/sites/$siteId/timeline"
              params={{ siteId }}
              search={recommendationId === '' ? {} : { recommendation: recommendationId }}
              onClick={onCancel}
            >
              <bdi>{beginningOf(text)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <Button look="strong" data-first-focus onClick={() => onSignOut(true)}>
        Keep drafts and sign out
      </Button>
      <Button onClick={() => onSignOut(false)}>Discard drafts and sign out</Button>
      <Button look="quiet" onClick={onCancel}>
        Stay signed in
      </Button>
    </>
  );
}

/** Asks before the session ends: whether to discard unsaved changes, and whether to keep draft notes. */
export function SignOutDrawer(props: SignOutDrawerProps) {
  const { drafts, hasUnsavedChanges, onCancel, onSignOut } = props;
  return (
    <Drawer title={hasUnsavedChanges ? 'Sign out without saving?' : 'Sign out'} onClose={onCancel}>
      {hasUnsavedChanges && <p>Your changes on this page are not saved.</p>}
      {drafts.length > 0 ? (
        <DraftChoice {...{ drafts, onCancel, onSignOut }} />
      ) : (
        <>
          <Button look="strong" data-first-focus onClick={onCancel}>
            Stay signed in
          </Button>
          <Button onClick={() => onSignOut(true)}>Sign out</Button>
        </>
      )}
    </Drawer>
  );
}
