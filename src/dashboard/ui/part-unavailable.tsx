import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/**
 * Shown when code for a part of the page could not be loaded, which browsers retry only after a
 * reload.
 */
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
