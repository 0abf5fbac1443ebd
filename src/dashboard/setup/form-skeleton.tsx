import { Block, Loading } from '../ui/skeleton.tsx';
import styles from './setup.module.css';

/** Takes the place of a form while what it shows is loaded. */
export function FormSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className={styles['skeleton']}>
        <Block width="12rem" height="1.25rem" />
        <Block width="100%" height="12rem" />
        <Block width="100%" height="12rem" />
      </div>
    </Loading>
  );
}
