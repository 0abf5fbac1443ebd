import type { Domain } from './model.ts';
import { ownerText } from './owner-text.ts';
import styles from './sources.module.css';

/** The owner of a domain: filled for the tracked brand, outlined for competitors, and plain text for third parties. */
export const Owner = ({ domain }: { domain: Domain }) => (
  <span className={styles['owner']} data-kind={domain.kind}>
    <bdi>{ownerText(domain)}</bdi>
  </span>
);
