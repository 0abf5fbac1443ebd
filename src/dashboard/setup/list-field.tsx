import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Field } from './field.tsx';
import styles from './setup.module.css';

interface ListFieldProps {
  label: string;
  hint?: string;
  error: string | undefined;
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
  /** Separates the values of a text that was pasted. */
  separator: RegExp;
  /** A value as it is kept; null if the text is invalid. The text itself by default. */
  toValue?: (text: string) => string | null;
  /** Why a text is refused. */
  refusal?: string;
  /** What the browser suggests while the user types. */
  suggestions?: readonly string[];
  /** Whether it is focused when it appears. */
  isFocused?: boolean;
}

/** A field for several short values. Enter or leaving the field adds what was typed. */
export function ListField(props: ListFieldProps) {
  const { label, hint, error, values, onValues, separator } = props;
  const { toValue = (text) => text, refusal = '', isFocused = false, suggestions } = props;
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  const suggestionsId = useId();
  const shownError = isRefused ? refusal : error;

  function add(text: string): void {
    const parts = text.split(separator).flatMap((part) => part.trim() || []);
    const read = parts.map((part) => ({ part, value: toValue(part) }));
    const added = read.flatMap(({ value }) => value ?? []);
    const refused = read.filter(({ value }) => value === null).map(({ part }) => part);
    const next = [...new Set([...values, ...added])];
    if (next.length > values.length) onValues(next);
    setTyped(refused.join(' '));
    setRefused(refused.length > 0);
  }

  return (
    <Field label={label} hint={hint} error={shownError}>
      {(connection) => (
        <div className={styles['list']} data-invalid={shownError !== undefined || undefined}>
          {values.length > 0 && (
            <ul className={styles['tokens']}>
              {values.map((value) => (
                <li key={value}>
                  <bdi>{value}</bdi>
                  <button
                    type="button"
                    aria-label={`Remove ${value}`}
                    onClick={() => {
                      onValues(values.filter((other) => other !== value));
                      input.current?.focus();
                    }}
                  >
                    <X size={12} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            ref={input}
            {...connection}
            autoComplete="off"
            list={suggestions && suggestionsId}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setRefused(false);
            }}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!separator.test(text)) return;
              event.preventDefault();
              add(typed + text);
            }}
            onBlur={() => add(typed)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '')
                return;
              // Otherwise Enter would save the form.
              event.preventDefault();
              add(typed);
            }}
          />
          {suggestions && (
            <datalist id={suggestionsId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </div>
      )}
    </Field>
  );
}
