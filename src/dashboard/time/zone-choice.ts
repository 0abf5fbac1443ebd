import { useSyncExternalStore } from 'react';
import { createDeviceSetting } from '../ui/device-setting.ts';
import { viewerZone } from './zone.ts';
import { canonicalZoneName } from './zone-names.ts';

/** The current zone and its source: a link, a choice saved on this device, or the device itself. */
export interface ZoneChoice {
  zone: string;
  source: 'link' | 'chosen' | 'device';
  /**
   * Saves a zone on this device; choosing the device's own zone clears the saved one. A link's zone still takes
   * precedence.
   */
  choose: (zone: string) => void;
}

const setting = createDeviceSetting('sightline-zone');

function readChosenZone(): string | null {
  const text = setting.read();
  return text === null ? null : canonicalZoneName(text);
}

const choose = (zone: string): void =>
  setting.write(zone === canonicalZoneName(viewerZone()) ? null : zone);

/**
 * The zone in which times are shown: the link's, which is not saved; otherwise the zone chosen on this device;
 * otherwise the device's own. A choice applies in all tabs.
 * @param linkZone the zone in the address, ignored if unknown; null if there is none
 */
export function useZoneChoice(linkZone: string | null): ZoneChoice {
  const chosen = useSyncExternalStore(setting.subscribe, readChosenZone);
  const linked = linkZone === null ? null : canonicalZoneName(linkZone);
  if (linked !== null) return { zone: linked, source: 'link', choose };
  if (chosen !== null) return { zone: chosen, source: 'chosen', choose };
  const device = viewerZone();
  return { zone: canonicalZoneName(device) ?? device, source: 'device', choose };
}
