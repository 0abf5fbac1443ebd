import type { ReactNode } from 'react';
import { Block } from '../../ui/skeleton.tsx';
import styles from './comparison.module.css';

/** Shown in place of a value that is still loading. */
export const figurePlaceholder = <Block width="5rem" height="1.6rem" />;

interface FigureProps {
  value: ReactNode;
  name: ReactNode;
  /** Shown below the name. */
  remark?: ReactNode;
}

/** A large number with its name, in a strip. */
export function Figure({ value, name, remark }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {remark && <dd className={styles['extra']}>{remark}</dd>}
    </div>
  );
}
