import { Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { SharedView } from '../../contract/sightline/shares.ts';
import { dayAndTime } from '../../figures/formats/dates.ts';
import { useShareOverrides } from '../app/session/share-overrides.ts';
import { usePageSettings } from '../app/session/use-session.ts';
import { Connection } from '../app/shell/connection.tsx';
import { HeaderSlotContext } from '../app/shell/header-slot.tsx';
import { pageLocale } from '../locale.ts';
import { parseSearch } from '../search-format.ts';
import { useZoneChoice } from '../time/zone-choice.ts';
import { BrandLogo } from '../ui/brand-logo.tsx';
import { elementIds } from '../ui/element-ids.ts';
import { SkipLink } from '../ui/skip-link.tsx';
import { useSiteSearch } from '../use-site.ts';
import styles from './shared.module.css';
import { firstPageOf, isSharedPath } from './shared-paths.ts';

/** The brand in the header: the client's branding, or else the host's logo with the client's name if known. */
function useBrand({ branding, clientName }: SharedView) {
  const { brand } = usePageSettings();
  const name = branding?.reportName || clientName || brand.name;
  return { ...brand, name, logo: branding ? branding.logo : brand.logo };
}

interface SharedShellProps {
  children: ReactNode;
}

/** The frame of a share's pages: a header with the brand and the share's title, then the page. */
export function SharedShell(props: SharedShellProps) {
  const share = useShareOverrides()?.share;
  return share ? <ShareFrame {...props} share={share} /> : null;
}

function ShareFrame({ children, share }: SharedShellProps & { share: SharedView }) {
  const settings = usePageSettings();
  const brand = useBrand(share);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const { zone: linkZone } = useSiteSearch();
  const { zone } = useZoneChoice(typeof linkZone === 'string' ? linkZone : null);
  const name = share.title || share.siteName || 'Report';
  if (!isSharedPath(share, path)) {
    return (
      <Navigate
        to={`/sites/$siteId/${firstPageOf(share)}`}
        params={{ siteId: share.siteId }}
        search={parseSearch(share.view ?? '')}
        replace
      />
    );
  }
  const expiry = Date.parse(share.expiresAt ?? '');
  return (
    <HeaderSlotContext value={slot}>
      <SkipLink to={elementIds.content}>Skip to content</SkipLink>
      <header className={styles['header']}>
        <div className={styles['bar']}>
          <BrandLogo brand={brand} />
          <p className={styles['title']}>
            <bdi>{name}</bdi>
          </p>
          {!Number.isNaN(expiry) && (
            <p className={styles['until']}>Shared until {dayAndTime(expiry, zone, pageLocale())}</p>
          )}
          <div className={styles['slot']} ref={setSlot} />
        </div>
        {settings.sample && (
          <p className={styles['sample']}>Sample data: everything here is invented.</p>
        )}
      </header>
      <main id={elementIds.content} tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      <Connection />
    </HeaderSlotContext>
  );
}
