import { useId, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { zoneLabel } from './format.ts';
import { useZoneChoice } from './zone-choice.ts';
import { findZone, zoneNames } from './zone-names.ts';
import styles from './zone-select.module.css';

interface ZoneSelectProps {
  /** The zone in the address, null without one. */
  linkZone: string | null;
  /** Asks for the address without its zone. */
  onLinkZoneDropped: () => void;
}

/** True for what keys do to a field; a browser's list replaces the text, or says nothing of how. */
const isTyped = (event: Event): boolean =>
  event instanceof InputEvent && /^(?:insert(?:Text|Composition)|delete)/.test(event.inputType);

/** The zone that times are shown in, to be replaced by any other: typed, or picked from the list. */
export function ZoneSelect({ linkZone, onLinkZoneDropped }: ZoneSelectProps) {
  const { zone, source, choose } = useZoneChoice(linkZone);
  // Null unless the field has focus. It starts empty, since a list offers only what matches its field.
  const [typed, setTyped] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const label = zoneLabel(zone, Date.now());

  const take = (text: string) => {
    if (text.trim() === '') return;
    const found = findZone(text);
    setUnknown(found === null ? text.trim() : null);
    if (found === null) return;
    setTyped('');
    choose(found);
    if (linkZone !== null) onLinkZoneDropped();
  };
  const change = (text: string, isPicked: boolean) => {
    setTyped(text);
    setUnknown(null);
    const beginning = zoneNames().filter((name) => name.startsWith(text));
    // Who types may be on the way to a longer name; who picks from the list is there.
    if (beginning.includes(text) && (isPicked || beginning.length === 1)) take(text);
  };

  return (
    <form
      className={styles['zone']}
      onSubmit={(event) => {
        event.preventDefault();
        take(typed ?? '');
      }}
    >
      <label className={styles['label']} htmlFor={id}>
        Time zone
      </label>
      <input
        id={id}
        ref={field}
        className={styles['field']}
        list={`${id}-names`}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={typed ?? label}
        aria-invalid={unknown !== null || undefined}
        aria-describedby={unknown === null ? undefined : `${id}-unknown`}
        onFocus={() => setTyped('')}
        onChange={({ currentTarget, nativeEvent }) =>
          change(currentTarget.value, !isTyped(nativeEvent))
        }
        onKeyDown={(event) => {
          if (event.key === 'Escape') change('', false);
        }}
        onBlur={() => {
          take(typed ?? '');
          setTyped(null);
        }}
      />
      <datalist id={`${id}-names`}>
        {typed !== null && zoneNames().map((name) => <option key={name} value={name} />)}
      </datalist>
      {unknown !== null && (
        <p id={`${id}-unknown`} className={styles['unknown']} role="alert">
          No time zone is called “{unknown}”.
        </p>
      )}
      {source === 'link' && (
        <p className={styles['note']}>
          This link’s zone, for this view{' '}
          <Button
            look="quiet"
            className={styles['mine']}
            onClick={() => {
              onLinkZoneDropped();
              // The button goes with the note, and focus would go with it.
              field.current?.focus();
            }}
          >
            Use mine
          </Button>
        </p>
      )}
    </form>
  );
}
