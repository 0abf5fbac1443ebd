import { useOnline } from '../ui/use-online.ts';
import styles from './connection.module.css';

/** Says so while the browser is offline. Queries ask again by themselves once it is back. */
export function Connection() {
  const online = useOnline();
  return (
    <div role="status" className={styles['connection']}>
      {!online && <p className={styles['offline']}>You are offline. What is shown may be old.</p>}
    </div>
  );
}
