import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Popup } from '../../ui/popup.tsx';
import { countText } from '../report/figures.ts';
import styles from './bar.module.css';
import { cutIntro, maxIntroLength } from './document-view.ts';

interface IntroEditorProps {
  intro: string;
  onIntro: (intro: string) => void;
}

interface FormProps extends IntroEditorProps {
  onClose: () => void;
}

function IntroForm({ intro, onIntro, onClose }: FormProps) {
  const [text, setText] = useState(intro);
  const id = useId();
  return (
    <form
      className={styles['intro']}
      onSubmit={(event) => {
        event.preventDefault();
        onIntro(text.trim());
        onClose();
      }}
    >
      <label htmlFor={id}>Introduction</label>
      <textarea
        id={id}
        rows={8}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => setText(cutIntro(currentTarget.value))}
      />
      <p id={`${id}-hint`}>
        Plain text, up to {countText(maxIntroLength, undefined)} characters. The text is stored in
        the page’s address.
      </p>
      <div>
        <Button look="strong" type="submit">
          Apply
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

/** Edits the text above the figures of a report. */
export function IntroEditor({ intro, onIntro }: IntroEditorProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
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
      <IntroForm intro={intro} onIntro={onIntro} onClose={close} />
    </Popup>
  );
}
