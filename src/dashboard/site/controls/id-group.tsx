import { X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { isUuid } from '../../../contract/fields.ts';
import { maxValuesPerParameter } from '../../../contract/parameters.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { uncapitalise } from '../../../figures/text/uncapitalise.ts';
import { Button } from '../../ui/button.tsx';
import { limitText } from '../search/groups.ts';
import styles from './filters.module.css';
import { Disclosure } from './option-group.tsx';

interface IdGroupProps {
  title: string;
  /** The field's label, such as "Prompt ID". */
  label: string;
  chosen: readonly string[];
  /** Whether the group matches the panel's search. */
  isMatch: boolean;
  /** Whether the panel's search is in use; while it is, every matching group is open. */
  isPanelSearched: boolean;
  isOpenAtFirst: boolean;
  /** Renders a chosen ID. */
  children: (id: string) => ReactNode;
  /** Names a chosen ID for its Remove button. */
  nameOf: (id: string) => string;
  onChange: (ids: readonly string[]) => void;
}

/** A filter whose values cannot be listed by name: users type or paste one or more IDs. */
export function IdGroup(props: IdGroupProps) {
  const {
    title,
    label,
    chosen,
    isMatch,
    isPanelSearched,
    isOpenAtFirst,
    children,
    nameOf,
    onChange,
  } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const fieldId = useId();
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  if (!isMatch) return null;

  const add = () => {
    const ids = typed.split(/[\s,;]+/).filter((id) => id !== '');
    const invalidId = ids.find((id) => !isUuid(id));
    if (invalidId !== undefined) {
      setFault(
        `“${invalidId}” is not a valid ID. Enter 32 hexadecimal digits in five groups, separated by hyphens.`,
      );
      return;
    }
    if (ids.length === 0) {
      setFault(`Enter a ${uncapitalise(label)}.`);
      return;
    }
    const allIds = [...new Set([...chosen, ...ids.map((id) => id.toLowerCase())])];
    if (allIds.length > maxValuesPerParameter) {
      setFault(limitText);
      return;
    }
    setFault(null);
    setTyped('');
    field.current?.focus();
    onChange(allIds);
  };
  const remove = (removed: string, index: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('li > :last-child') ?? [])];
    const next = buttons[index + 1] ?? buttons[index - 1] ?? field.current;
    next?.focus();
    onChange(chosen.filter((id) => id !== removed));
  };
  return (
    <Disclosure
      title={title}
      summary={chosen.length === 0 ? 'All' : String(chosen.length)}
      isOpen={isPanelSearched || isOpen}
      onOpenChange={setOpen}
    >
      <ul ref={list} className={styles['ids']}>
        {chosen.map((id, index) => (
          <li key={id}>
            {children(id)}
            <Button
              look="quiet"
              className={styles['remove']}
              aria-label={`Remove ${isolate(nameOf(id))}`}
              onClick={() => remove(id, index)}
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
        <label htmlFor={fieldId}>{label}</label>
        {/* A text area, since an input would join pasted lines. */}
        <textarea
          id={fieldId}
          ref={field}
          rows={1}
          className={`${styles['find']} ${styles['multiline']}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${fieldId}-fault`}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            add();
          }}
        />
        <Button type="submit">Add</Button>
        {fault !== null && (
          <p id={`${fieldId}-fault`} role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
      </form>
    </Disclosure>
  );
}
