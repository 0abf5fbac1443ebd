import type { TextFigure } from '../../../figures/sentences/period-figures.ts';
import type { Definition } from '../../../figures/series/definitions.ts';
import type { PictureProps } from '../picture/props.ts';
import type { Shade } from '../series/shade.ts';
import type { SectionName } from './sections.ts';

/** The direction of a real move; null for every other change. */
export type Direction = 'up' | 'down' | null;

type Tone = 'good' | 'bad';

/** A change between two periods with its verdict in words. */
export interface WordedChange {
  /** "+4.2 pt"; empty unless both periods have evidence. */
  text: string;
  direction: Direction;
  /** Whether a real move of the tracked brand is good or bad; null for every other change. */
  tone: Tone | null;
  /** "Up 4.2 pt: more than the usual scatter", or "real" in a matrix cell; empty if unknown. */
  verdictText: string;
}

export interface HeadlineSection {
  name: 'headline';
  /** "Acme is named on average in 34.0% of a scan’s answers, up from 29.0%: a real rise."; empty if there is no figure to lead with. */
  sentence: string;
  figures: readonly TextFigure[];
  /**
   * The change of the sentence's figure; null without a figure or a comparison. Its name says what the figure is
   * compared with: "compared with 38.0% for 24 Sep – 23 Oct 2026".
   */
  change: (WordedChange & { name: string; isExploratory: boolean }) | null;
  /** How many answers and scans the figures are based on, and which filters they have; empty if there are none. */
  basis: string;
  /** Why there are no figures; empty if there are. */
  note: string;
}

export interface MovedSection {
  name: 'moved';
  /** Sentences such as "Acme is named on average in 40.0% of a scan’s answers on ChatGPT, up 6.0 pt from 34.0%." */
  moves: readonly {
    sentence: string;
    direction: Exclude<Direction, null>;
    tone: Tone | undefined;
  }[];
  /** What the listed moves have in common; empty if none are listed. */
  basis: string;
  /** Why no moves are listed, or that some comparisons could not be loaded; otherwise empty. */
  note: string;
}

export interface ChartSection {
  name: 'chart';
  title: string;
  picture: PictureProps;
  notes: readonly string[];
}

export interface TableRow {
  /** Unique in the table. */
  id: string;
  label: string;
  isTracked: boolean;
  /** The content of each column except the first. */
  cells: readonly (string | WordedChange)[];
}

export interface TableSection {
  name: 'table';
  title: string;
  /** Text under the title: what the figures are based on, and how many rows are left out. */
  basis: string;
  columns: readonly { title: string; isNumber: boolean }[];
  rows: readonly TableRow[];
}

export interface MatrixCell {
  mean: string;
  /** Null unless both periods have evidence. */
  change: WordedChange | null;
  /** Null if the cell has no mean. */
  shade: Shade | null;
}

export interface MatrixSection {
  name: 'matrix';
  title: string;
  basis: string;
  /** Tables of a few regions each, to fit the width of a page. */
  parts: readonly {
    regions: readonly string[];
    rows: readonly { platform: string; note: string; cells: readonly MatrixCell[] }[];
  }[];
}

export interface SourcesSection {
  name: 'sources';
  basis: string;
  columns: TableSection['columns'];
  rows: readonly TableRow[];
}

export interface MethodSection {
  name: 'method';
  paragraphs: readonly string[];
  definitions: readonly Definition[];
}

/** A section that could not be loaded. */
export interface MissingSection {
  name: Exclude<SectionName, 'method'>;
  /** "The sources could not be loaded." */
  missingText: string;
}

export type DocumentSection =
  | HeadlineSection
  | MovedSection
  | ChartSection
  | TableSection
  | MatrixSection
  | SourcesSection
  | MethodSection
  | MissingSection;

/** Everything that a report shows, as plain values. */
export interface DocumentModel {
  agency: { name: string; logo: string | null };
  client: { name: string | null; logo: string | null };
  /** A colour such as "#3a49c8"; null for the default. */
  accent: string | null;
  /** "Visibility report". */
  kind: string;
  /** Whose figures these are: a brand, or the site if the report has no brand. */
  subject: string;
  site: string;
  /** "24 Oct – 22 Nov 2026". */
  period: string;
  /**
   * Text appended to the period: " compared with 24 Sep – 23 Oct 2026", after a comma and the later half's name if
   * halves are compared; empty if nothing is compared.
   */
  comparisonText: string;
  isSample: boolean;
  /** Plain text; empty for none. */
  intro: string;
  facts: readonly { name: string; value: string }[];
  sections: readonly DocumentSection[];
  /** The words that each section uses first, with short explanations. */
  explanations: ReadonlyMap<SectionName, readonly Definition[]>;
  /** Why there are no figures; null if there are. */
  emptyReason: string | null;
  /** Why no verdict of the report says that something really moved; null if one does. */
  unmovedReason: string | null;
  /** The footer of every page: client, subject, metric, period and site. */
  footerText: string;
  /** The address of the live page; null if it is unknown or should not be shown. */
  link: string | null;
}
