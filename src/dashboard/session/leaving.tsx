import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';

export interface LeavingProps {
  /** Notes of this key that were not sent. */
  drafts: number;
  onCancel: () => void;
  /** @param keep whether the drafts stay on this device. */
  onLeave: (keep: boolean) => void;
}

/** Asks what becomes of notes that were not sent, before the session ends. */
export function Leaving({ drafts, onCancel, onLeave }: LeavingProps) {
  return (
    <Drawer title="Sign out" onClose={onCancel}>
      <p>
        {drafts === 1 ? 'One note has' : `${drafts} notes have`} not been sent. Kept on this device,
        they are offered again to who signs in with the same key.
      </p>
      <Button look="strong" onClick={() => onLeave(true)}>
        Keep drafts and sign out
      </Button>
      <Button onClick={() => onLeave(false)}>Discard drafts and sign out</Button>
      <Button look="quiet" onClick={onCancel}>
        Stay signed in
      </Button>
    </Drawer>
  );
}
