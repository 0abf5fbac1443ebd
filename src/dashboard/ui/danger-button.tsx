import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import styles from './danger-button.module.css';

/** A button that deletes something for good. */
export const DangerButton = (props: Omit<ComponentProps<typeof Button>, 'look' | 'className'>) => (
  <Button {...props} className={styles['danger']} />
);
