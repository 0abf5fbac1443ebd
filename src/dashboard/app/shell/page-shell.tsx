import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { isolate } from '../../../figures/text/isolate.ts';
import { BrandLogo } from '../../ui/brand-logo.tsx';
import { Breadcrumb, type Crumb } from '../../ui/breadcrumb.tsx';
import { elementIds } from '../../ui/element-ids.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { useShareOverrides } from '../session/share-overrides.ts';
import { SignOutButton } from '../session/sign-out-button.tsx';
import { usePageSettings } from '../session/use-session.ts';
import { Connection } from './connection.tsx';
import { HeaderSlotContext } from './header-slot.tsx';
import { KeyboardShortcuts } from './keys.tsx';
import { LastPathContext } from './last-path.ts';
import styles from './page-shell.module.css';
import { SearchButton } from './search/search-button.tsx';

interface PageShellProps {
  /** The page's name in the browser's tab, followed by the title of the share or the name of the dashboard. */
  title: string;
  crumbs: readonly Crumb[];
  /** `list` limits the width for readable lines, `table` for readable rows; `full` uses the whole window. */
  width?: 'list' | 'table' | 'full';
  children: ReactNode;
}

/** The frame of a page: a header with breadcrumb and tools, then the content. Shares have a frame of their own. */
export function PageShell({ title, crumbs, width = 'list', children }: PageShellProps) {
  const settings = usePageSettings();
  const overrides = useShareOverrides();
  useTitle(`${isolate(title)} · ${isolate(overrides?.share.title || settings.brand.name)}`);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const main = useRef<HTMLElement>(null);
  const lastPath = useContext(LastPathContext);
  const path = useLocation({ select: (location) => location.pathname });

  useEffect(() => {
    if (!lastPath) return;
    // Screen readers announce a new page only when focus moves to it. On the first page, focus stays where it is.
    const isNewPage = lastPath.current !== null && lastPath.current !== path;
    if (isNewPage) main.current?.focus({ preventScroll: true });
    lastPath.current = path;
  }, [path, lastPath]);

  if (overrides) return <overrides.Shell>{children}</overrides.Shell>;
  return (
    <HeaderSlotContext value={slot}>
      <SkipLink to={elementIds.content}>Skip to content</SkipLink>
      <header className={styles['header']}>
        <div className={styles['bar']}>
          <Link to="/clients" className={styles['home']}>
            <BrandLogo brand={settings.brand} />
          </Link>
          <div className={styles['trail']}>
            <Breadcrumb crumbs={crumbs} />
          </div>
          <div className={styles['tools']}>
            <div className={styles['slot']} ref={setSlot} />
            <SearchButton />
            <KeyboardShortcuts />
            <SignOutButton />
          </div>
        </div>
        {settings.sample && (
          <p className={styles['sample']}>Sample data: everything here is invented.</p>
        )}
      </header>
      <main
        id={elementIds.content}
        ref={main}
        tabIndex={-1}
        className={width === 'full' ? styles['main'] : `${styles['main']} ${styles[width]}`}
      >
        {children}
      </main>
      <Connection />
    </HeaderSlotContext>
  );
}
