import styles from './skip-link.module.css';

interface SkipLinkProps {
  /** ID of the element to move to, one of `elementIds`. */
  to: string;
  children: string;
}

/** A link that skips the content before an element by moving keyboard focus to it. Visible only while focused. */
export function SkipLink({ to, children }: SkipLinkProps) {
  return (
    <a
      className={styles['skip']}
      href={`#${to}`}
      onClick={(event) => {
        // The address describes the view, and a fragment would become part of it.
        event.preventDefault();
        const target = document.getElementById(to);
        target?.focus();
        target?.scrollIntoView();
      }}
    >
      {children}
    </a>
  );
}
