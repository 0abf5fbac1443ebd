import type { ReactNode } from 'react';
import styles from './breadcrumb.module.css';

/**
 * Where this page is. The last crumb is the page itself: text, or null while it is unknown; those before it are
 * links. Keys are needed only to tell crumbs apart.
 */
export function Breadcrumb({ crumbs }: { crumbs: readonly { key: string; node: ReactNode }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles['list']}>
        {crumbs.map(({ key, node }, at) => (
          <li key={key} className={styles['crumb']}>
            {at === crumbs.length - 1 ? (
              <span className={styles['here']} aria-current={node === null ? undefined : 'page'}>
                {node ?? '…'}
              </span>
            ) : (
              node
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
