import { Link } from '@tanstack/react-router';
import { toPlainAddress } from '../../ui/web-link.tsx';
import type { ClientRow } from './figures.ts';
import styles from './list.module.css';

/** A client's name, linked to its sites, above its website and industry. */
export function ClientName({ row: { client } }: { row: ClientRow }) {
  const about = [toPlainAddress(client.websiteUrl), client.industry].filter(Boolean).join(' · ');
  return (
    <>
      <Link
        to="/clients/$clientId/sites"
        params={{ clientId: client.id }}
        className={styles['name']}
      >
        <bdi>{client.name || client.id}</bdi>
      </Link>
      <span className={styles['under']} title={about}>
        <bdi>{about}</bdi>
      </span>
    </>
  );
}
