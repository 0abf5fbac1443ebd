import * as v from 'valibot';
import { platformIds } from '../../contract/enums.ts';
import { ScanSettings } from '../../contract/sightline/scans.ts';
import { storedRegionOf, storedRegionsOf } from '../regions/stored-region.ts';
import { describeRecord, instant, optionalInstant, removed, string, uuid } from './description.ts';
import { address, id, isAcceptedRegion, name } from './given-fields.ts';

/** Whether this version knows a platform. */
export const isPlatform = (platform: string): platform is (typeof platformIds)[number] =>
  platformIds.some((known) => known === platform);

/** Where and when a site's questions are asked, as a file gives it. */
const givenSettings = v.object({
  ...ScanSettings.entries,
  regions: v.pipe(
    ScanSettings.entries.regions,
    v.checkItems(
      (code) => isAcceptedRegion(storedRegionOf(code)),
      'must have a country code from ISO 3166, such as GB, or be ZZ or a code of ISO 3166-2, such as US-CA',
    ),
    v.transform((codes) => storedRegionsOf(codes)),
  ),
});

/** Where and when a site's questions are asked. It was valid in the version that stored it, which may be a later one. */
export const StoredScanSettings = v.object({
  platforms: v.array(v.string()),
  /** Earlier versions stored other spellings. */
  regions: v.pipe(
    v.array(v.string()),
    v.transform((codes) => storedRegionsOf(codes)),
  ),
  runs: v.number(),
  schedule: v.nullable(v.object({ days: v.array(v.number()), time: v.string(), zone: v.string() })),
  scanCeilingUsd: v.nullable(v.number()),
  monthCeilingUsd: v.nullable(v.number()),
  /** Due times before this one do not count: when the schedule was last changed, or the site restored. */
  since: v.number(),
});
export type StoredScanSettings = v.InferOutput<typeof StoredScanSettings>;

/** The settings without what the service adds to them, and without platforms that this version does not know. */
export const scanSettingsOf = ({ since, ...settings }: StoredScanSettings): ScanSettings => ({
  ...settings,
  platforms: settings.platforms.filter(isPlatform),
});

export const site = describeRecord('site', 'accountId', {
  id: { ...uuid, given: id, since: 1 },
  /** Null for the site of a business account. */
  clientId: {
    given: v.nullish(id, null),
    type: 'Nullable(UUID)',
    since: 1,
    stored: v.nullable(v.string()),
  },
  accountId: { ...uuid, given: v.nullish(id, null), since: 1 },
  name: { ...string, given: name, since: 1 },
  url: { ...string, given: address, since: 1 },
  /** Inactive sites are not listed, but can still be read by ID. */
  active: { given: v.nullish(v.boolean(), true), type: 'Bool', since: 1, stored: v.boolean() },
  createdAt: { ...instant, since: 1 },
  updatedAt: { ...instant, given: optionalInstant.given, since: 1 },
  /** Stored as JSON; null, or stored as an empty text, if it was never set up. A file without it keeps the stored value. */
  collection: {
    given: v.nullish(givenSettings, null),
    type: 'String',
    since: 13,
    stored: v.pipe(
      v.string(),
      v.transform((json) => (json === '' ? null : v.parse(StoredScanSettings, JSON.parse(json)))),
    ),
    toColumn: (settings: StoredScanSettings | null) =>
      settings === null ? '' : JSON.stringify(settings),
    toGiven: (settings: StoredScanSettings | null) => settings && scanSettingsOf(settings),
  },
  removed,
});
