import { daysInView } from '../../../contract/dates/days-in-view.ts';
import type { PageSettings } from '../../../contract/page-settings.ts';
import type { Branding } from '../../../contract/sightline/branding.ts';
import { noFiguresText } from '../../../figures/comparison/moved-words.ts';
import { periodNamesOf } from '../../../figures/comparison/period-names.ts';
import { metricName } from '../../../figures/series/names.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { toReadableAccent } from '../../ui/readable-accent.ts';
import type { Matrix } from '../matrix/matrix.ts';
import { periodInWords } from '../picture/view-picture.ts';
import type { TimelineSearch } from '../search/search.ts';
import { emptyStateOf } from '../series/empty.ts';
import { toChartSection } from './chart.ts';
import { factsOf } from './facts.ts';
import { type DocumentFigures, prepareFigures } from './figures-of-document.ts';
import { toHeadlineSection } from './headline.ts';
import type { Responses } from './load-responses.ts';
import { hasMovedCell, matrixOf, toMatrixSection } from './matrix.ts';
import { toMethodSection } from './method.ts';
import type { DocumentModel, DocumentSection, MissingSection } from './model.ts';
import { toMovedSection } from './moved.ts';
import type { SectionName } from './sections.ts';
import { toSourcesSection } from './sources.ts';
import { toTableSection } from './table.ts';
import { explainTerms } from './terms.ts';

/** What a report needs besides the service's responses. */
export interface DocumentContext {
  search: TimelineSearch;
  sections: readonly SectionName[];
  /** Plain text; empty for none. */
  intro: string;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
  /** When the report is made, in milliseconds since 1970. */
  now: number;
  /** The IANA zone in which times are shown. */
  zone: string;
  units: PageSettings['units'];
  agency: PageSettings['brand'];
  /** The client's name; null if it is unknown. */
  client: string | null;
  /** The client's own branding; null if the client has none, or if it is unknown. */
  branding: Branding | null;
  /** The site's name, or its ID. */
  site: string;
  isSample: boolean;
  /** The address of the live page; null if it is unknown or should not be shown. */
  link: string | null;
  /** The size of the chart in pixels. */
  chartSize: { width: number; height: number };
}

const makeMissingSection = (name: MissingSection['name'], subject: string): MissingSection => ({
  name,
  missingText: `${subject} could not be loaded.`,
});

/** The chosen sections, without those that have nothing to show. */
function sectionsOf(
  figures: DocumentFigures,
  matrix: Matrix | null,
  context: DocumentContext,
): DocumentSection[] {
  const sectionBuilders: Record<SectionName, () => DocumentSection | null> = {
    headline: () => toHeadlineSection(figures),
    moved: () => toMovedSection(figures, matrix, context.sections.includes('headline')),
    chart: () => toChartSection(figures, context.today, context.chartSize),
    table: () => toTableSection(figures),
    matrix: () => {
      // Without a brand, reports by platform and region have no figures.
      if (!figures.brand) return null;
      return matrix ? toMatrixSection(matrix, figures) : makeMissingSection('matrix', 'The matrix');
    },
    sources: () => toSourcesSection(figures) ?? makeMissingSection('sources', 'The sources'),
    method: () => toMethodSection(figures),
  };
  return context.sections.flatMap((name) => sectionBuilders[name]() ?? []);
}

/** The days in view in words; an open end counts as the day of the first or last scan. */
function periodOf({ comparison, model, search, wording }: DocumentFigures, today: string) {
  if (comparison && comparison.compared !== 'halves')
    return periodNamesOf(comparison, wording.locale).now;
  return periodInWords(model, daysInView(search, today), wording.locale);
}

/**
 * Says what the period is compared with, as text that follows the period on the cover; empty if nothing is compared.
 */
function describeComparison({ comparison, wording }: DocumentFigures): string {
  if (!comparison) return '';
  const names = periodNamesOf(comparison, wording.locale);
  // The period includes both halves, so the text names the later half.
  const subject = comparison.compared === 'halves' ? `, ${names.now}` : '';
  return `${subject} compared with ${names.before}`;
}

/** Why no verdict says that something really moved; null if one does. */
function findUnmovedReason(figures: DocumentFigures, matrix: Matrix | null): string | null {
  const moves = [...(figures.comparison?.moves.values() ?? [])];
  const moved = toMovedSection(figures, matrix, false);
  const hasMoved =
    moves.some(({ verdict }) => verdict.kind === 'real') ||
    (moved?.moves ?? []).length > 0 ||
    (matrix !== null && hasMovedCell(matrix));
  return hasMoved ? null : (moved?.note ?? noFiguresText);
}

/** Makes a report from the service's responses. */
export function toDocument(responses: Responses, context: DocumentContext): DocumentModel {
  const { search, agency, branding, site, today, intro, link, isSample } = context;
  const figures = prepareFigures(responses, search, context);
  const { report, summaries, brand } = figures;
  const emptyReason = emptyStateOf(report, summaries, search)?.reason ?? null;
  const matrix = emptyReason === null ? matrixOf(figures) : null;
  const client = branding?.reportName ?? context.client;
  const accent = branding?.accent ?? agency.accent;
  const subject = (brand && (brand.name || brand.id)) ?? site;
  const period = periodOf(figures, today);
  const kind = `${metricName(report.metric)} report`;
  const sections = emptyReason === null ? sectionsOf(figures, matrix, context) : [];
  const owner = client === null || client === subject ? [] : [client];
  return {
    agency,
    site,
    subject,
    period,
    kind,
    intro,
    link,
    isSample,
    emptyReason,
    client: { name: client, logo: branding?.logo ?? null },
    accent: accent && toReadableAccent(accent).light.line,
    comparisonText: describeComparison(figures),
    facts: factsOf(figures, context.now),
    sections,
    explanations: explainTerms(sections, report.metric),
    unmovedReason: emptyReason ?? findUnmovedReason(figures, matrix),
    footerText: [
      ...[...owner, subject].map(isolate),
      metricName(report.metric),
      period,
      isolate(site),
    ].join(' · '),
  };
}
