import { type ReactNode, Suspense, useId, useState } from 'react';
import { sharesScope } from '../../../contract/scopes.ts';
import { useShareOverrides } from '../../app/session/share-overrides.ts';
import { useCapability, useScope } from '../../app/session/use-session.ts';
import { HeaderSlot } from '../../app/shell/header-slot.tsx';
import { ZoneSelect } from '../../time/zone-select.tsx';
import { Button } from '../../ui/button.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { isControl, returnFocus } from '../../ui/return-focus.ts';
import { useMedia } from '../../ui/use-media.ts';
import { CopyLink } from '../controls/copy-link.tsx';
import type { TimelineSearch, WrittenSearch } from '../search/search.ts';
import styles from './page.module.css';

/** Loaded on demand: not every service has shares. */
const ShareDrawer = lazyPart(async () => (await import('../share/share-drawer.tsx')).ShareDrawer);

interface PageActionsProps {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  zone: string;
  /** The current UTC day, YYYY-MM-DD, from which a rolling range is computed. */
  today: string;
  /** URL parameters that only the current page has. */
  pageParameters?: WrittenSearch;
  /** Opens the notes, on pages that have them. */
  onNotes?: () => void;
  /** The button that downloads the page's figures. */
  download?: ReactNode;
}

/** Notes, link, share and download beside the heading, and the time zone in the header; on a phone, all in one menu. */
export function PageActions(props: PageActionsProps) {
  const { search, onSearch, zone, today, pageParameters, onNotes, download } = props;
  const isPhone = useMedia('(max-width: 40rem)');
  const menuId = useId();
  const shareOverrides = useShareOverrides();
  const hasShareScope = useScope(sharesScope);
  const canShare = useCapability('shares') && hasShareScope;
  const [isSharing, setSharing] = useState(false);
  const shareDrawer = isSharing && (
    <Suspense>
      <ShareDrawer {...{ search, today, pageParameters }} onClose={() => setSharing(false)} />
    </Suspense>
  );
  const zoneSelect = (
    <ZoneSelect
      linkZone={search.zone}
      onRemoveLinkZone={() => onSearch({ ...search, zone: null })}
    />
  );
  const buttons = (
    <>
      {!shareOverrides && onNotes && (
        <Button id={elementIds.openNotes} onClick={onNotes}>
          Notes
        </Button>
      )}
      {!shareOverrides && <CopyLink {...{ search, zone, today, pageParameters }} />}
      {canShare && <Button onClick={() => setSharing(true)}>Share</Button>}
      {download}
    </>
  );
  if (!isPhone) {
    return (
      <>
        <HeaderSlot>{zoneSelect}</HeaderSlot>
        <div className={styles['actions']}>{buttons}</div>
        {shareDrawer}
      </>
    );
  }
  return (
    <>
      <Button popoverTarget={menuId}>More</Button>
      <div
        id={menuId}
        popover="auto"
        className={styles['menu']}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') currentTarget.querySelector('button')?.focus();
          else if (!isControl(document.activeElement)) returnFocus(currentTarget);
        }}
      >
        <div className={styles['menuItems']}>
          {buttons}
          {zoneSelect}
          <Button look="quiet" popoverTarget={menuId} popoverTargetAction="hide">
            Close
          </Button>
        </div>
      </div>
      {shareDrawer}
    </>
  );
}
