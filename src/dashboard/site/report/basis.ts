import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { filtersByTitle } from '../picture/filter-words.ts';
import { describeAnswers, describeScans } from './facts.ts';
import type { DocumentFigures } from './figures-of-document.ts';

/** The maximum number of values of a filter to name. */
const maxValues = 3;

/** Such as "Only AI platforms: ChatGPT, Gemini; tags: 5 chosen."; empty without filters. */
function describeFilters({ responses, search, wording }: DocumentFigures): string {
  const filters = [...filtersByTitle(responses.options, search)].map(([title, labels]) =>
    labels.length > maxValues
      ? `${title} (${countText(labels.length, wording.locale)} chosen)`
      : `${title} (${labels.join(', ')})`,
  );
  return filters.length === 0 ? '' : `Filtered by ${filters.join(', ')}.`;
}

/** How many scans the averages are over. */
function describeAverages(figures: DocumentFigures, lead: SeriesMove | null): string {
  const { comparison, wording } = figures;
  if (!comparison || !lead) return '';
  const { compared, slices } = comparison;
  const count = (scans: number) => countWithNoun(scans, 'scan', 'scans', wording.locale);
  const scansNow = slices.now.scans.length;
  if (compared === 'halves') return '';
  const valued =
    lead.scansNow < scansNow
      ? `, of which ${countText(lead.scansNow, wording.locale)} have a figure`
      : '';
  return `Figures are averages over the scans of the period${valued}. The earlier period has ${count(slices.before.scans.length)}.`;
}

/**
 * What a headline is based on: answers, prompts, scans and their dates, and the filters.
 * @param lead the move of the headline's figure; null if nothing is compared
 */
export function basisOf(figures: DocumentFigures, lead: SeriesMove | null): string {
  const answers = describeAnswers(figures);
  return [
    `Based on ${answers ? `${answers} in ` : ''}${describeScans(figures)}.`,
    describeAverages(figures, lead),
    describeFilters(figures),
  ]
    .filter(Boolean)
    .join(' ');
}
