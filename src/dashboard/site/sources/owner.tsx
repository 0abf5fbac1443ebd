import type { Domain } from './model.ts';
import { ownerText } from './owner-text.ts';
import styles from './sources.module.css';

/** Whose domain it is: a filled label for our own, an outlined one for competitors, plain words for third parties. */
export const Owner = ({ domain }: { domain: Domain }) => (
  <span className={styles['owner']} data-kind={domain.kind}>
    <bdi>{ownerText(domain)}</bdi>
  </span>
);
