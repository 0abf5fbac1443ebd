import { useSyncExternalStore } from 'react';
import styles from './connection.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so while the browser is offline. Queries ask again by themselves once it is back. */
export function Connection() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={styles['connection']}>
      {!online && <p className={styles['offline']}>You are offline. What is shown may be old.</p>}
    </div>
  );
}
