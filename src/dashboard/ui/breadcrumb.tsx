import type { ReactNode } from 'react';
import styles from './breadcrumb.module.css';

export interface Crumb {
  key: string;
  node: ReactNode;
  /** The full name, as a tooltip for a name that may be cut off. */
  name?: string | undefined;
}

/**
 * The page's breadcrumb. The last crumb is the page itself, and its node is null until the page's name is known. The
 * others are links.
 */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles['list']}>
        {crumbs.map(({ key, node, name }, index) => (
          <li key={key} className={styles['crumb']} title={name}>
            {index === crumbs.length - 1 ? (
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
