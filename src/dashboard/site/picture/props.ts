import type { Locale } from '../../time/format.ts';

/** A value of a series at an instant: null without evidence, undefined without a point. */
export type PictureValue = number | null | undefined;

/** A series as a picture draws it. */
export interface PictureSeries {
  key: string;
  name: string;
  /** A concrete colour such as "#3a49c8". */
  colour: string;
  /** An SVG dash pattern; null for a solid line. */
  dash: string | null;
  /** Whether it is drawn in grey behind the others. */
  isQuiet: boolean;
  /** Whether it is drawn thicker, and on top of the others. */
  isLead?: boolean;
  /** One for each instant. The line breaks at null and continues across undefined. */
  values: readonly PictureValue[];
  /** The figure in the legend; by default the value at the last instant. */
  latest?: number | null;
  /** Values of an earlier period, one for each of `beforeInstants`, drawn as a dotted line. */
  before?: readonly PictureValue[] | null;
}

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
  /** In the legend's order. Leads are painted on top and quiet series behind; otherwise, the first is on top. */
  series: readonly PictureSeries[];
  /** Milliseconds since 1970, ascending. */
  instants: readonly number[];
  /** Positions of the earlier period's values on the same axis; by default `instants`. */
  beforeInstants?: readonly number[];
  /** The legend's name for the line of the earlier period. */
  beforeName?: string;
  /** Unit of the values, if known. */
  unit: string | undefined;
  /** Decimals of the figures in the legend. */
  decimals: number;
  /** IANA zone whose days the axis shows. */
  zone: string;
  locale: Locale;
  /** Instants at which the measurement changed, drawn as dotted vertical lines. */
  changes?: readonly number[];
  /** What the changes are called in the legend; by default "Measured differently". */
  changesName?: string;
  /** Whether to leave out the background, heading and source. */
  isBare?: boolean;
}
