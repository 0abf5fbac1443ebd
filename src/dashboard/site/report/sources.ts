import { countText } from '../../../figures/formats/counts.ts';
import { toSources } from '../sources/model.ts';
import { printedColumns } from '../sources/text-columns.ts';
import { partText } from '../sources/words.ts';
import type { DocumentFigures } from './figures-of-document.ts';
import type { SourcesSection } from './model.ts';

/** The maximum number of domains to list. */
const maxDomains = 10;

/** The domains that answers in view cite most; null if they could not be loaded. */
export function toSourcesSection({ responses, wording }: DocumentFigures): SourcesSection | null {
  const { sources: report, groups, fullReport } = responses;
  if (!report) return null;
  // A report by brand names the tracked brand, whichever brand the document is about.
  const trackedBrand = (groups.brand ?? fullReport).brand;
  const sources = toSources(report, trackedBrand, null);
  const { answers, answersWithSources, domains, unlistedCount } = sources;
  const listedDomains = domains.slice(0, maxDomains);
  const remainingCount = domains.length + unlistedCount - listedDomains.length;
  const citingText =
    answersWithSources === null
      ? ''
      : `Answers that cite sources: ${partText(answersWithSources, answers)}. `;
  const unlistedText =
    remainingCount > 0
      ? `${listedDomains.length === 1 ? 'The most cited domain is' : `The ${countText(listedDomains.length, wording.locale)} most cited domains are`} shown; ${countText(remainingCount, wording.locale)} more ${remainingCount === 1 ? 'is' : 'are'} cited.`
      : '';
  const columns = printedColumns.filter(({ isShown }) => isShown?.(sources) ?? true);
  return {
    name: 'sources',
    basis: `${citingText}${unlistedText}`.trim(),
    columns: columns.map(({ title, isNumber }) => ({ title, isNumber })),
    rows: listedDomains.map((domain) => ({
      id: domain.domain,
      label: domain.domain,
      isTracked: false,
      cells: columns.slice(1).map(({ text }) => text(domain, sources)),
    })),
  };
}
