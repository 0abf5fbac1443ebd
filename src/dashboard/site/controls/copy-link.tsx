import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Popup } from '../../ui/popup.tsx';
import { useSite } from '../../use-site.ts';
import { linkQueryOf } from '../search/link.ts';
import type { TimelineSearch, WrittenSearch } from '../search/search.ts';
import styles from './bar.module.css';

/** How long "Copied" stays, in milliseconds. */
const messageDuration = 4000;

interface CopyLinkProps {
  search: TimelineSearch;
  zone: string;
  /** The current UTC day, YYYY-MM-DD, from which a rolling range is computed. */
  today: string;
  /** Parameters of the address that only the current page has. */
  pageParameters?: WrittenSearch | undefined;
}

/** Copies a link to the current view; if that fails, shows it to copy by hand. */
export function CopyLink({ search, zone, today, pageParameters }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<'copied' | { uncopiedLink: string } | null>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), messageDuration);
    return () => clearTimeout(timer);
  }, [outcome]);

  const { clientId } = useSite();
  const client = clientId === null ? {} : { client: clientId };

  const copy = async () => {
    const { origin, pathname } = window.location;
    const link =
      origin + pathname + linkQueryOf(search, zone, today, { ...pageParameters, ...client });
    setOutcome((await copyText(link)) ? 'copied' : { uncopiedLink: link });
  };
  const uncopiedLink = outcome === null || outcome === 'copied' ? null : outcome.uncopiedLink;
  return (
    <Popup
      label="Copy link"
      isOpen={uncopiedLink !== null}
      onClose={() => setOutcome(null)}
      control={<Button onClick={() => void copy()}>Copy link</Button>}
      status={outcome === 'copied' ? 'Copied' : ''}
    >
      <label className={styles['field']}>
        <span className={styles['label']}>The link could not be copied. Copy it from here:</span>
        <input
          className={styles['input']}
          readOnly
          value={uncopiedLink ?? ''}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
    </Popup>
  );
}
