import { isCountryOfToday } from '../../contract/region-codes.ts';
import { readableAreaOf, regionLabel } from '../../contract/region-label.ts';
import type { SentLocation } from './platform.ts';

/** The region of questions that are sent without a location. */
export const noLocation = 'ZZ';

const countryOf = (region: string): string => region.split(':', 1)[0] ?? '';

/** Whether a platform that takes ISO countries can be told a region, or be told none. */
export const isSendable = (region: string): boolean =>
  region === noLocation || isCountryOfToday(countryOf(region));

/**
 * The location to send for a region: `{country: 'NZ', area: 'Bay of Plenty'}` for `NZ:bay-of-plenty`, null for `ZZ`.
 * Throws a `RangeError` if the region is not sendable, so that no question is sent without its location.
 */
export function locationOf(region: string): SentLocation | null {
  if (!isSendable(region)) throw new RangeError(`The region ${region} cannot be sent.`);
  if (region === noLocation) return null;
  const country = countryOf(region);
  const area = readableAreaOf(region.slice(country.length + 1).trim());
  return { country, area: area === '' ? null : area };
}

/** A location in the form that OpenAI and Anthropic share. */
export const approximateLocation = ({ country, area }: SentLocation) => ({
  type: 'approximate' as const,
  country,
  ...(area !== null && { region: area }),
});

/**
 * Whether what a platform says of a fault in a request is about the location that was sent with it. Where the host is,
 * which platforms refuse as well, concerns every question.
 */
export function namesLocation(said: string, location: SentLocation | null): boolean {
  if (location === null) return false;
  if (/\buser_location\b/.test(said)) return true;
  const { country, area } = location;
  const isAboutPlaces = /\b(?:country|countries|region|location|area|city)\b/i.test(said);
  const hasName = [regionLabel(country), area].some((name) => name !== null && said.includes(name));
  return isAboutPlaces && (hasName || new RegExp(`\\b${country}\\b`).test(said));
}
