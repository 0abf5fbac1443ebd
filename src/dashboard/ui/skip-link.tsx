import styles from './skip-link.module.css';

interface SkipLinkProps {
  /** ID of the element to move to, one of `elementIds`. */
  to: string;
  /** ID of an element in it that gets the focus, if it exists. */
  focusOn?: string;
  children: string;
}

/** A link that skips the content before an element by moving keyboard focus to it. Visible only while focused. */
export function SkipLink({ to, focusOn, children }: SkipLinkProps) {
  return (
    <a
      className={styles['skip']}
      href={`#${to}`}
      onClick={(event) => {
        // The address describes the view, and a fragment would become part of it.
        event.preventDefault();
        const target = document.getElementById(to);
        const focused = focusOn === undefined ? null : document.getElementById(focusOn);
        (focused ?? target)?.focus({ preventScroll: true });
        target?.scrollIntoView();
      }}
    >
      {children}
    </a>
  );
}
