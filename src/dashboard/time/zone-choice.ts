import { useSyncExternalStore } from 'react';
import { viewerZone } from './zone.ts';
import { zoneNamed } from './zone-names.ts';

const storageKey = 'sightline-zone';

/** The zone in force, and where it comes from: a link, a choice kept on this device, or the device. */
export interface ZoneChoice {
  zone: string;
  source: 'link' | 'chosen' | 'device';
  /** Keeps a zone on this device; its own zone means following it again. A link's zone still goes first. */
  choose: (zone: string) => void;
}

const listeners = new Set<() => void>();
/** The choice that could not be kept, for as long as the page lives; null as its text means the device's. */
let unkept: { text: string | null } | null = null;

function chosenZone(): string | null {
  let text: string | null = null;
  try {
    text = unkept === null ? window.localStorage.getItem(storageKey) : unkept.text;
  } catch {
    // A browser may forbid storage altogether.
  }
  return text === null ? null : zoneNamed(text);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function choose(zone: string): void {
  const text = zone === zoneNamed(viewerZone()) ? null : zone;
  try {
    if (text === null) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, text);
    unkept = null;
  } catch {
    unkept = { text };
  }
  tell();
}

/** Another tab chose; its key is null when everything was removed. */
function follow({ key }: StorageEvent): void {
  if (key !== storageKey && key !== null) return;
  unkept = null;
  tell();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', follow);
  };
}

/**
 * The zone to show times in: a link's for its view only, else the one chosen on this device, else the
 * device's. Every use in every tab follows a choice.
 * @param linkZone the zone in the address, null without one
 */
export function useZoneChoice(linkZone: string | null): ZoneChoice {
  const chosen = useSyncExternalStore(subscribe, chosenZone);
  const linked = linkZone === null ? null : zoneNamed(linkZone);
  if (linked !== null) return { zone: linked, source: 'link', choose };
  if (chosen !== null) return { zone: chosen, source: 'chosen', choose };
  const device = viewerZone();
  return { zone: zoneNamed(device) ?? device, source: 'device', choose };
}
