import type { Domain } from './model.ts';
import styles from './sources.module.css';

/** Whose domain it is, in words. */
export const ownerText = ({ kind, owner }: Pick<Domain, 'kind' | 'owner'>): string =>
  kind === 'own' ? 'Own' : kind === 'third' ? 'Third party' : owner?.name || 'Another brand';

/** Whose domain it is: a filled label for own ones, an outlined one for competitors, plain words for third parties. */
export const Owner = ({ domain }: { domain: Domain }) => (
  <span className={styles['owner']} data-kind={domain.kind}>
    <bdi>{ownerText(domain)}</bdi>
  </span>
);
