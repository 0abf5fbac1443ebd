import { CircleHelp } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import definitionStyles from '../../ui/definition-button.module.css';
import { Popup } from '../../ui/popup.tsx';
import styles from './page.module.css';

/** A button that opens a list of everything that is known about the data behind the page. */
export function BasisDetails({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <div className={styles['details']}>
      <Popup
        label="About these figures"
        isOpen={isOpen}
        isFixed
        onClose={close}
        control={
          <button
            type="button"
            className={definitionStyles['button']}
            aria-label="About these figures"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <CircleHelp size={14} aria-hidden="true" />
          </button>
        }
      >
        <ul>{children}</ul>
      </Popup>
    </div>
  );
}
