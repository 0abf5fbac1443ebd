import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { isUuid } from '../../../contract/fields.ts';
import { Button } from '../../ui/button.tsx';
import styles from './filters.module.css';
import { Disclosure } from './option-group.tsx';

interface IdGroupProps {
  title: string;
  /** The field's label: "Prompt ID". */
  label: string;
  chosen: readonly string[];
  needle: string;
  /** What stands for a chosen id. */
  children: (id: string) => ReactNode;
  /** What a chosen id is called where it is taken out. */
  nameOf: (id: string) => string;
  onChange: (ids: readonly string[]) => void;
}

/** Ids that no endpoint lists: typed or pasted, one or several. */
export function IdGroup(props: IdGroupProps) {
  const { title, label, chosen, needle, children, nameOf, onChange } = props;
  const [opened, setOpened] = useState<boolean | null>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  if (needle !== '' && !`${title} ${label}`.toLocaleLowerCase().includes(needle)) return null;

  const add = () => {
    const ids = typed.split(/[\s,;]+/).filter((each) => each !== '');
    const wrong = ids.find((each) => !isUuid(each));
    if (wrong !== undefined) {
      setFault(`“${wrong}” is not an ID: 32 hexadecimal digits with four hyphens.`);
      return;
    }
    if (ids.length === 0) {
      setFault(`Type or paste a ${label}.`);
      return;
    }
    setFault(null);
    setTyped('');
    onChange([...new Set([...chosen, ...ids.map((each) => each.toLowerCase())])]);
  };
  return (
    <Disclosure
      title={title}
      summary={chosen.length === 0 ? 'All' : String(chosen.length)}
      isOpen={needle !== '' || (opened ?? chosen.length > 0)}
      onOpen={setOpened}
    >
      <ul className={styles['ids']}>
        {chosen.map((each) => (
          <li key={each}>
            {children(each)}
            <Button
              look="quiet"
              className={styles['remove']}
              aria-label={`Take out ${nameOf(each)}`}
              onClick={() => onChange(chosen.filter((other) => other !== each))}
            >
              <X size={14} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <form
        className={styles['add']}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          className={styles['find']}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
        />
        <Button type="submit">Add</Button>
        {fault !== null && (
          <p id={`${id}-fault`} role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
      </form>
    </Disclosure>
  );
}
