import styles from './skip-link.module.css';

interface SkipLinkProps {
  /** ID of the element to move to, one of `elementIds`. */
  to: string;
  children: string;
}

/** A link that moves keyboard focus past what precedes an element. Visible only while it has focus. */
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
