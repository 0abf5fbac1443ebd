import { useId, useRef, useState } from 'react';
import { placeOf, zoneLabel } from '../../figures/formats/dates.ts';
import { Button } from '../ui/button.tsx';
import { findZones, listZoneNames } from './find-zones.ts';
import { useZoneChoice } from './zone-choice.ts';
import styles from './zone-select.module.css';

interface ZoneSelectProps {
  /** The zone in the address; null if there is none. */
  linkZone: string | null;
  /** Called to remove the zone from the address. */
  onRemoveLinkZone: () => void;
}

/** The maximum number of places listed when several match. */
const maxListedPlaces = 4;

/** Why the typed text did not select a zone. */
function faultOf(text: string, matches: readonly string[]): string {
  if (matches.length === 0) return `No time zone matches “${text}”.`;
  const places = matches.slice(0, maxListedPlaces).map(placeOf).join(', ');
  const list = matches.length > maxListedPlaces ? `, such as ${places}` : `: ${places}`;
  return `Several time zones match “${text}”${list}. Type more of the name.`;
}

/** Whether an event comes from typing, not from pasting or from picking in the browser's list. */
const isTypingEvent = (event: Event): boolean =>
  event instanceof InputEvent && /^(?:insert(?:Text|Composition)|delete)/.test(event.inputType);

/** A field for the zone in which times are shown. Users type a name, or pick one from the list. */
export function ZoneSelect({ linkZone, onRemoveLinkZone }: ZoneSelectProps) {
  const { zone, source, choose } = useZoneChoice(linkZone);
  // Null unless the field has focus. Focus empties the field, since the list offers only zones that match its text.
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const label = zoneLabel(zone, Date.now());
  // Without focus, the field shows the current zone, which is valid.
  const isInvalid = fault !== null && typed !== null;

  const applyText = (text: string) => {
    if (text.trim() === '') return;
    const matches = findZones(text);
    const [onlyMatch] = matches;
    if (onlyMatch === undefined || matches.length > 1) {
      setFault(faultOf(text.trim(), matches));
      return;
    }
    setFault(null);
    setTyped('');
    choose(onlyMatch);
    if (linkZone !== null) onRemoveLinkZone();
  };
  const change = (text: string, isTyped: boolean) => {
    setTyped(text);
    setFault(null);
    const completions = listZoneNames().filter((name) => name.startsWith(text));
    // A typed name may still become a longer one; a picked or pasted name is complete.
    if (completions.includes(text) && (!isTyped || completions.length === 1)) applyText(text);
  };

  return (
    <form
      className={styles['zone']}
      onSubmit={(event) => {
        event.preventDefault();
        applyText(typed ?? '');
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
        aria-invalid={isInvalid || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onFocus={() => {
          setTyped('');
          setFault(null);
        }}
        onChange={({ currentTarget, nativeEvent }) =>
          change(currentTarget.value, isTypingEvent(nativeEvent))
        }
        onKeyDown={(event) => {
          if (event.key === 'Escape') change('', true);
        }}
        onBlur={() => {
          applyText(typed ?? '');
          setTyped(null);
        }}
      />
      <datalist id={`${id}-names`}>
        {typed !== null && listZoneNames().map((name) => <option key={name} value={name} />)}
      </datalist>
      {fault !== null && (
        <p id={`${id}-fault`} className={isInvalid ? styles['fault'] : styles['note']} role="alert">
          {fault}
          {!isInvalid && ` Times are still shown for ${placeOf(zone)}.`}
        </p>
      )}
      {source === 'link' && (
        <p className={styles['note']}>
          This link sets the time zone of this view.{' '}
          <Button
            look="quiet"
            className={styles['mine']}
            onClick={() => {
              onRemoveLinkZone();
              // The button disappears, and would take focus with it.
              field.current?.focus();
            }}
          >
            Use my time zone
          </Button>
        </p>
      )}
    </form>
  );
}
