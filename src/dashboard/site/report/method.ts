import { exploratoryDefinition } from '../../../figures/series/answer-counts.ts';
import { type Definition, definitionOf } from '../../../figures/series/definitions.ts';
import {
  evidenceDefinition,
  medianDefinition,
  namedFirstDefinition,
} from '../timeline/table/columns.tsx';
import type { DocumentFigures } from './figures-of-document.ts';
import type { MethodSection } from './model.ts';

const paragraphs = [
  'Ask an AI platform the same question twice and it gives two different answers. So figures go up and down from scan to scan even when nothing has changed. This is the usual scatter. A verdict says whether two periods differ by more than that. It does not say why, or whether the change matters.',
  'The averages of the two periods are compared, leaving out scans without evidence. A change is the difference between the two figures as they are shown; verdicts compare unrounded averages. How much a series scatters is estimated from both periods and from up to four periods before them: a straight line is fitted to each, and deviations from the line count as scatter. The estimate is increased where scans resemble their neighbours. The more rows are compared, the larger a difference has to be to count as more than the usual scatter.',
  'False alarms are more common if each scan resembles the previous one, especially with few scans. In simulated series that never change, up to 13 of 100 verdicts are false alarms with five scans in a period, and at most 4 of 100 with 14 or more (6 of 100 without earlier periods to estimate the scatter from).',
];

const verdictDefinitions: readonly Definition[] = [
  {
    term: 'More than the usual scatter',
    meaning:
      'The averages differ by more than chance variation between scans would explain: a difference this large would occur by chance in fewer than 1 of 80 comparisons.',
  },
  {
    term: 'Within the usual scatter (±…)',
    meaning:
      'The averages differ by no more than chance variation between scans would explain. The figure after ± is the smallest change that would have counted as more than the usual scatter.',
  },
  {
    term: 'Too few scans to tell',
    meaning: 'One of the periods has fewer than five scans with evidence.',
  },
  {
    term: 'Measured differently since …',
    meaning:
      'Shown instead of a verdict: platforms, regions or prompts were added or removed within the two periods, names were found by other rules, or a new model of a platform could explain the change, so their averages cannot be compared.',
  },
];

/** How the figures are defined, and how changes are tested. */
export function toMethodSection({ report, comparison, responses }: DocumentFigures): MethodSection {
  const metric = definitionOf(report.metric);
  const verdicts = [...verdictDefinitions, ...(responses.counts ? [exploratoryDefinition] : [])];
  return {
    name: 'method',
    paragraphs: comparison ? paragraphs : [],
    definitions: [
      ...(metric ? [metric] : []),
      ...(responses.namedFirst ? [namedFirstDefinition] : []),
      medianDefinition,
      evidenceDefinition,
      ...(comparison ? verdicts : []),
    ],
  };
}
