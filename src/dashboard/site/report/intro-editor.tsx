import { useId, useState } from 'react';
import { countText } from '../../../figures/formats/counts.ts';
import { pageLocale } from '../../locale.ts';
import { Button } from '../../ui/button.tsx';
import { Popup } from '../../ui/popup.tsx';
import styles from './bar.module.css';
import { cutIntro, maxIntroLength } from './document-view.ts';

interface IntroEditorProps {
  intro: string;
  onIntro: (intro: string) => void;
}

interface FormProps {
  text: string;
  onText: (text: string) => void;
  onApply: () => void;
  onCancel: () => void;
}

function IntroForm({ text, onText, onApply, onCancel }: FormProps) {
  const id = useId();
  return (
    <form
      className={styles['intro']}
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      <label htmlFor={id}>Introduction</label>
      <textarea
        id={id}
        rows={8}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onText(cutIntro(currentTarget.value))}
      />
      <p id={`${id}-hint`}>
        Plain text, up to {countText(maxIntroLength, pageLocale())} characters. The text is stored
        in the page’s address.
      </p>
      <div>
        <Button look="strong" type="submit">
          Apply
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/**
 * Edits the text above the figures of a report. Escape, or a click elsewhere, closes the editor and keeps the typed text
 * for when it is opened again.
 */
export function IntroEditor({ intro, onIntro }: IntroEditorProps) {
  const [isOpen, setOpen] = useState(false);
  /** Text that has been typed and neither applied nor cancelled; null if there is none. */
  const [draft, setDraft] = useState<string | null>(null);
  const close = () => setOpen(false);
  const finish = () => {
    setDraft(null);
    close();
  };
  return (
    <Popup
      label="Report introduction"
      isOpen={isOpen}
      onClose={close}
      control={
        <Button aria-expanded={isOpen} aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
          Introduction
        </Button>
      }
    >
      <IntroForm
        text={draft ?? intro}
        onText={setDraft}
        onApply={() => {
          onIntro((draft ?? intro).trim());
          finish();
        }}
        onCancel={finish}
      />
    </Popup>
  );
}
