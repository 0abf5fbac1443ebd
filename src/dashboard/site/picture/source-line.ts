import { calendarDay, type Locale } from '../../../figures/formats/dates.ts';
import { isolate } from '../../../figures/text/isolate.ts';

/** Who made a picture, for which site, and when. */
export interface PictureSource {
  /** Sightline, or the `BRAND_NAME` of the host. */
  maker: string;
  /** Whether the figures are invented. */
  isSample: boolean;
  siteName: string;
  /** The UTC day on which it was made, YYYY-MM-DD. */
  madeOn: string;
}

/** The last line of a picture: "Sightline · northwind.example · Sun, 22 Nov 2026". */
export const sourceLine = (
  { maker, isSample, siteName, madeOn }: PictureSource,
  locale: Locale,
): string =>
  [
    isolate(maker),
    isolate(siteName),
    ...(isSample ? ['Sample data: everything here is invented'] : []),
    calendarDay(madeOn, locale),
  ].join(' · ');
