import { countText } from '../../../figures/formats/counts.ts';
import { shortValue } from '../../../figures/formats/values.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { pageLocale } from '../../locale.ts';
import type { List } from './lists.ts';
import type { Domain, Sources } from './model.ts';

/** Shown in place of a figure that is unknown or has no answers behind it. */
export const unknownFigure = '–';

/** A share as text: "12.3%", or a dash if it is unknown. */
export const shareText = (share: number | null): string =>
  share === null ? unknownFigure : shortValue(share, '%', pageLocale());

/** A part and its whole as text: "563 of 4,578", or "563" if the whole is unknown. */
export const partText = (part: number, whole: number | null): string =>
  whole === null
    ? countText(part, pageLocale())
    : `${countText(part, pageLocale())} of ${countText(whole, pageLocale())}`;

/** The change of a trend as text: "+2.1 pt", or "+0.5 answers" if trends are numbers of answers; a dash if unknown. */
export function changeText({ change }: Domain, { areTrendsShares }: Sources): string {
  if (change === null) return unknownFigure;
  const size = shortValue(Math.abs(change), areTrendsShares ? 'pt' : 'answers', pageLocale());
  const sign = /[1-9]/.test(size) ? (change < 0 ? '\u2212' : '+') : '\u00b1';
  return `${sign}${size}`;
}

/** How changes of shares are written. */
export const shareWording: Wording = {
  zone: 'UTC',
  unit: '%',
  get locale() {
    return pageLocale();
  },
  decimals: 1,
};

const subdomains = 'Subdomains count as part of their domain, whichever brand they belong to.';

/** Explains which domains a list shows, and why; null if its name says enough. */
export function explanationOf(list: List, trackedName: string): string | null {
  const brandName = isolate(trackedName);
  if (list === 'citedNotNamed') {
    return `Domains of ${brandName} that answers cite without naming ${brandName}: these answers use its content but not its name. ${subdomains}`;
  }
  if (list === 'withoutBrand') {
    return `Domains of competitors and third parties, those first that most answers without ${brandName} cite. Being named on their pages, or publishing pages that can compete with them, could bring ${brandName} into these answers. ${subdomains}`;
  }
  if (list === 'neverNaming') {
    return `Domains of competitors and third parties that are cited only in answers that do not name ${brandName}. Consider approaching the third parties, and publishing pages that can compete with the competitors’ pages. ${subdomains}`;
  }
  return null;
}
