import { useId, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { findZones, zoneNames } from './find-zones.ts';
import { placeOf, zoneLabel } from './format.ts';
import { useZoneChoice } from './zone-choice.ts';
import styles from './zone-select.module.css';

interface ZoneSelectProps {
  /** The zone in the address, null without one. */
  linkZone: string | null;
  /** Asks for the address without its zone. */
  onLinkZoneDropped: () => void;
}

/** Places named when several match. */
const mostNamed = 4;

/** Why a text was not taken as a zone. */
function faultOf(text: string, found: readonly string[]): string {
  if (found.length === 0) return `No time zone matches “${text}”.`;
  const places = found.slice(0, mostNamed).map(placeOf).join(', ');
  const more = found.length > mostNamed ? ', …' : '';
  return `Several time zones match “${text}”: ${places}${more}.`;
}

/** True for what keys do to a field; a browser's list replaces the text, or says nothing of how. */
const isTyped = (event: Event): boolean =>
  event instanceof InputEvent && /^(?:insert(?:Text|Composition)|delete)/.test(event.inputType);

/** The zone that times are shown in, to be replaced by any other: typed, or picked from the list. */
export function ZoneSelect({ linkZone, onLinkZoneDropped }: ZoneSelectProps) {
  const { zone, source, choose } = useZoneChoice(linkZone);
  // Null unless the field has focus. It starts empty, since a list offers only what matches its field.
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const label = zoneLabel(zone, Date.now());
  // Once the field shows the zone in force again, nothing in it is wrong.
  const isWrong = fault !== null && typed !== null;

  const take = (text: string) => {
    if (text.trim() === '') return;
    const found = findZones(text);
    const [only] = found;
    if (only === undefined || found.length > 1) {
      setFault(faultOf(text.trim(), found));
      return;
    }
    setFault(null);
    setTyped('');
    choose(only);
    if (linkZone !== null) onLinkZoneDropped();
  };
  const change = (text: string, isPicked: boolean) => {
    setTyped(text);
    setFault(null);
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
        aria-invalid={isWrong || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onFocus={() => {
          setTyped('');
          setFault(null);
        }}
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
      {fault !== null && (
        <p id={`${id}-fault`} className={isWrong ? styles['fault'] : styles['note']} role="alert">
          {fault}
          {!isWrong && ` Times are still those of ${placeOf(zone)}.`}
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
