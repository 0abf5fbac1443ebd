import { CircleHelp } from 'lucide-react';
import { useCallback, useState } from 'react';
import styles from './definition-button.module.css';
import { Popup } from './popup.tsx';

interface Definition {
  term: string;
  meaning: string;
}

interface DefinitionButtonProps extends Definition {
  /** Terms to define below this one, such as the other choices. */
  others?: readonly Definition[];
}

/** A button beside a term that opens its definition. */
export function DefinitionButton({ term, meaning, others = [] }: DefinitionButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <div className={styles['explained']}>
      <Popup
        label={term}
        isOpen={isOpen}
        onClose={close}
        isFixed
        control={
          <button
            type="button"
            className={styles['button']}
            aria-label={`About “${term}”`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <CircleHelp size={14} aria-hidden="true" />
          </button>
        }
      >
        {[{ term, meaning }, ...others].map((definition) => (
          <p key={definition.term} className={styles['meaning']}>
            <b>{definition.term}:</b> {definition.meaning}
          </p>
        ))}
      </Popup>
    </div>
  );
}
