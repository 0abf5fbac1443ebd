import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'calm' | 'warn' | 'bad';
  children: ReactNode;
  onDismiss?: () => void;
}

/** A short message above the content it refers to; announced when it appears. */
export function Notice({ tone = 'calm', children, onDismiss }: NoticeProps) {
  const look = tone === 'calm' ? styles['notice'] : `${styles['notice']} ${styles[tone]}`;
  return (
    <div className={look} role={tone === 'bad' ? 'alert' : 'status'}>
      <p>{children}</p>
      {onDismiss && (
        <Button look="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </div>
  );
}
