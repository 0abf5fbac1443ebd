import { type ReactNode, useId } from 'react';
import styles from './setup.module.css';

interface FormSectionProps {
  title: string;
  /** One or two sentences beside the fields. */
  about: ReactNode;
  children: ReactNode;
}

/** A part of the form: its heading and description, then its fields. */
export function FormSection({ title, about, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['about']}>
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={styles['fields']}>{children}</div>
    </section>
  );
}
