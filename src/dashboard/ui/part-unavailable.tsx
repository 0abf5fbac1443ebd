import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/**
 * Shown when the code for a part of the page could not be loaded. Offers a reload, since some browsers do not retry a
 * failed import until the page is reloaded.
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
