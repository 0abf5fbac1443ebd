import { useOnline } from '../../ui/use-online.ts';
import styles from './connection.module.css';

/** Shows a banner while the browser is offline. Stale data is refetched on reconnect. */
export function Connection() {
  const isOnline = useOnline();
  return (
    <div role="status" className={styles['connection']}>
      {!isOnline && (
        <p className={styles['offline']}>You are offline. The data shown may be out of date.</p>
      )}
    </div>
  );
}
