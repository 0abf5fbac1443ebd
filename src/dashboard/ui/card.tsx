import type { ComponentProps } from 'react';
import styles from './card.module.css';

/** A panel with a border and its own background. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={className ? `${styles['card']} ${className}` : styles['card']} />
  );
}
