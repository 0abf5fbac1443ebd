import { type ReactNode, useId } from 'react';
import { HeaderSlot } from '../../shell/header-slot.tsx';
import { ZoneSelect } from '../../time/zone-select.tsx';
import { Button } from '../../ui/button.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { useMedia } from '../../ui/use-media.ts';
import { CopyLink } from '../controls/copy-link.tsx';
import type { TimelineSearch, WrittenSearch } from '../question/search.ts';
import styles from './timeline-page.module.css';

interface PageActionsProps {
  search: TimelineSearch;
  onSearch: (search: TimelineSearch) => void;
  zone: string;
  /** The UTC day, YYYY-MM-DD, that a rolling range ends on. */
  today: string;
  /** Parameters of the address that only the current page has. */
  own?: WrittenSearch;
  /** Opens the notes, on pages that have them. */
  onNotes?: () => void;
  /** The button that downloads the page's figures. */
  download?: ReactNode;
}

/** Notes, link, file and time zone: beside the heading and in the page's header, or in a menu on a phone. */
export function PageActions(props: PageActionsProps) {
  const { search, onSearch, zone, today, own, onNotes, download } = props;
  const isPhone = useMedia('(max-width: 40rem)');
  const menuId = useId();
  const zoneSelect = (
    <ZoneSelect
      linkZone={search.zone}
      onLinkZoneDropped={() => onSearch({ ...search, zone: null })}
    />
  );
  const buttons = (
    <>
      {onNotes && (
        <Button id={elementIds.openNotes} onClick={onNotes}>
          Notes
        </Button>
      )}
      <CopyLink {...{ search, zone, today, own }} />
      {download}
    </>
  );
  if (!isPhone) {
    return (
      <>
        <HeaderSlot>{zoneSelect}</HeaderSlot>
        <div className={styles['actions']}>{buttons}</div>
      </>
    );
  }
  return (
    <>
      <Button popoverTarget={menuId}>More</Button>
      <div id={menuId} popover="auto" className={styles['menu']}>
        <div className={styles['menuItems']}>
          {zoneSelect}
          {buttons}
          <Button look="quiet" popoverTarget={menuId} popoverTargetAction="hide">
            Close
          </Button>
        </div>
      </div>
    </>
  );
}
