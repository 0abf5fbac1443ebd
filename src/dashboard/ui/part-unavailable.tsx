import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Shown when code that a part of the page needs could not be loaded; browsers retry that only with a new page. */
export function PartUnavailable() {
  return (
    <Notice tone="bad">
      This part of the page could not be loaded.{' '}
      <Button look="quiet" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </Notice>
  );
}
