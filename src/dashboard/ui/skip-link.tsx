import styles from './skip-link.module.css';

interface SkipLinkProps {
  /** ID of the element to go to, one of `elementIds`. */
  to: string;
  children: string;
}

/** Takes keyboard focus past what repeats on every page; drawn only while it has focus. */
export function SkipLink({ to, children }: SkipLinkProps) {
  return (
    <a
      className={styles['skip']}
      href={`#${to}`}
      onClick={(event) => {
        // The address holds the view, and a fragment would become part of it.
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
