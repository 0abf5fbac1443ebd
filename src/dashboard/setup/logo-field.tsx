import { useId, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './client-fields.module.css';
import field from './field.module.css';
import { readLogo } from './read-logo.ts';

interface LogoFieldProps {
  /** A data URL; empty for none. */
  logo: string;
  /** Why the service refused the logo. */
  error: string | undefined;
  onChange: (logo: string) => void;
}

/** Chooses a logo from a file, or removes it. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const fault = refusal ?? error;

  async function choose(file: Blob) {
    const result = await readLogo(file);
    setRefusal(result.kind === 'refused' ? result.reason : null);
    if (result.kind === 'read') onChange(result.url);
  }

  return (
    <div className={field['field']}>
      <span id={`${id}-label`} className={styles['label']}>
        Logo <small>optional</small>
      </span>
      <div className={styles['logo']}>
        {logo !== '' && <img src={logo} alt="" />}
        <Button
          ref={chooseButton}
          name="logo"
          aria-labelledby={`${id}-choose ${id}-label`}
          aria-describedby={fault === undefined ? `${id}-hint` : `${id}-fault ${id}-hint`}
          aria-invalid={fault === undefined ? undefined : true}
          onClick={() => picker.current?.click()}
        >
          <span id={`${id}-choose`}>{logo === '' ? 'Choose file…' : 'Replace…'}</span>
        </Button>
        {logo !== '' && (
          <Button
            look="quiet"
            aria-label="Remove the logo"
            onClick={() => {
              setRefusal(null);
              onChange('');
              // This button disappears.
              chooseButton.current?.focus();
            }}
          >
            Remove
          </Button>
        )}
      </div>
      <input
        ref={picker}
        hidden
        type="file"
        aria-label="Logo file"
        accept="image/svg+xml,image/png,image/webp"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void choose(file);
          // Otherwise choosing the same file again would not be a change.
          currentTarget.value = '';
        }}
      />
      <div role="status">
        {fault !== undefined && (
          <p id={`${id}-fault`} className={field['error']}>
            {fault}
          </p>
        )}
      </div>
      <p id={`${id}-hint`} className={field['hint']}>
        SVG, PNG or WebP, at most 64 KiB.
      </p>
    </div>
  );
}
