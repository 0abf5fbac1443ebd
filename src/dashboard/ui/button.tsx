import type { ComponentProps } from 'react';
import styles from './button.module.css';

export type ButtonLook = 'strong' | 'plain' | 'quiet';

/** The class of a button, for a link that looks like one. */
export const buttonClass = (look: ButtonLook): string => `${styles['button']} ${styles[look]}`;

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  /** Marks the button as disabled but keeps it focusable, so that focus is not lost. */
  isUnavailable?: boolean;
}

/** A button, of type "button" by default. */
export function Button({
  look = 'plain',
  isUnavailable = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${buttonClass(look)} ${className}` : buttonClass(look)}
      aria-disabled={isUnavailable || undefined}
      onClick={(event) => {
        if (isUnavailable) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
