import type { Wording } from '../../../figures/series/wording.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';

/** What a picture of a timeline chart shows. */
export interface PictureProps {
  /** Pixels of the whole picture. */
  width: number;
  height: number;
  /** First line, such as "Acme · Visibility by brand". */
  title: string;
  /** Lines under the title: site, period, zone, filters, and whether series are left out. */
  lines: readonly string[];
  /** Last line: who made it, for which site, and when. */
  source: string;
  brand: {
    /** A `data:` URL of an image. */
    logo: string | null;
    /** A colour such as "#3a49c8". */
    accent: string | null;
  };
  /** In the legend's order. The tracked one is painted on top and quiet ones behind; otherwise, the first is on top. */
  series: readonly DrawnSeries[];
  /**
   * The figure of each series, in the same order, if each has a small chart of its own; null or missing if all are lines
   * in one chart.
   */
  figures?: readonly (number | null)[] | null;
  /** The instants of the scans, ascending, in milliseconds since 1970. */
  instants: Float64Array;
  /** The earlier period of a comparison, drawn as dotted lines of the series in colour; null if there is none. */
  earlier: EarlierPeriod | null;
  wording: Wording;
  /** Instants at which the measurement changed, drawn as dotted vertical lines. */
  changes?: readonly number[];
  /** Whether to leave out the background, heading and source. */
  isBare?: boolean;
}
