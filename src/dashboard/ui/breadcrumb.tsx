import type { ReactNode } from 'react';
import styles from './breadcrumb.module.css';

export interface Crumb {
  key: string;
  node: ReactNode;
  /** The whole name, where it may be too long to show. */
  name?: string | undefined;
}

/**
 * Where this page is. The last crumb is the page itself: text, or null while it is unknown; those before it are
 * links. Keys are needed only to tell crumbs apart.
 */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles['list']}>
        {crumbs.map(({ key, node, name }, at) => (
          <li key={key} className={styles['crumb']} title={name}>
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
