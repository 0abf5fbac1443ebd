import { canonicalRegion } from './canonical-region.ts';

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
const noLabels: ReadonlyMap<string, string> = new Map();

function countryNameOf(code: string): string {
  if (code === 'ZZ') return 'No location';
  try {
    const country = canonicalRegion(code).toUpperCase();
    // `Intl` names a withdrawn code after a country that exists today, such as SU after Russia.
    const isCurrent = new Intl.Locale(`und-${country}`).region === country;
    return (isCurrent && countries.of(country)) || code;
  } catch {
    // `Locale` and `of` throw if the code is malformed.
    return code;
  }
}

/** "Bay of Plenty" for "bay-of-plenty". An area that has capitals, or whose script has none, stays as it is. */
export function readableAreaOf(area: string): string {
  if (area !== area.toLowerCase() || area === area.toUpperCase()) return area;
  return area
    .replace(/[-_]/g, ' ')
    .replace(/(?<!\S)(?!(?<=.)(?:and|of|the) )\p{L}/gu, (letter) => letter.toUpperCase());
}

/**
 * Returns "United States · California" for "US:California", and "New Zealand · Auckland" for "NZ:auckland". An unknown
 * or withdrawn country is shown as its code.
 * @param countryLabels labels of further countries, by code
 */
export function regionLabel(code: string, countryLabels = noLabels): string {
  const [country = '', ...rest] = code.split(':');
  const area = readableAreaOf(rest.join(':').trim());
  const label = countryLabels.get(country) ?? countryNameOf(country);
  return area === '' ? label : `${label} · ${area}`;
}
