import type { HTMLAttributes } from 'react';
import styles from './card.module.css';

/** A panel with a border and its own background. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div {...rest} className={className ? `${styles['card']} ${className}` : styles['card']} />
  );
}
