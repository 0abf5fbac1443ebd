import { type Definition, metricDefinitions } from '../../../figures/series/definitions.ts';
import type { DocumentSection } from './model.ts';
import type { SectionName } from './sections.ts';

/** A word that a reader of a report may not know, explained in one short sentence. */
interface Term extends Definition {
  isUsed: (section: DocumentSection, text: string) => boolean;
}

const terms: readonly Term[] = [
  {
    term: 'Scan',
    meaning: 'One round of asking the AI platforms the prompts.',
    isUsed: (_, text) => /\bscans?\b/.test(text),
  },
  {
    term: 'Prompt',
    meaning: 'A question that the AI platforms are asked.',
    isUsed: (_, text) => /\bprompts?\b/i.test(text),
  },
  {
    term: 'Points (pt)',
    meaning: 'The difference between two percentages.',
    isUsed: (_, text) => /\d\spt\b/.test(text),
  },
  {
    term: 'Usual scatter',
    meaning: 'How far figures vary by chance. Only a larger change is real.',
    isUsed: (_, text) => /usual scatter|\ba real (rise|drop)\b|^real\b/m.test(text),
  },
  {
    term: 'Exploratory',
    meaning: 'Based on few prompts or answers, so only a hint.',
    isUsed: (_, text) => /\bexploratory\b/.test(text),
  },
  {
    term: 'Measured differently',
    meaning: 'The platforms, regions, prompts or rules changed, so the periods cannot be compared.',
    isUsed: (_, text) => /measured differently/i.test(text),
  },
  {
    term: 'Evidence',
    meaning:
      'The scans that have a value. Without evidence there was nothing to measure, which is not zero.',
    isUsed: (_, text) => /\bevidence\b/i.test(text),
  },
  {
    term: 'Median',
    meaning: 'The middle value: half of the scans are above it, and half below.',
    isUsed: (_, text) => /\bmedian\b/i.test(text),
  },
  {
    term: 'Tracked',
    meaning: 'The brand that the site measures itself by.',
    isUsed: (section) =>
      section.name === 'table' &&
      'rows' in section &&
      section.rows.some(({ isTracked }) => isTracked),
  },
  {
    term: 'Domain',
    meaning: 'A website that answers cite as a source, with all its subdomains.',
    isUsed: ({ name }) => name === 'sources',
  },
];

/** The first sentence of a text. */
const firstSentenceOf = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;

/** What a metric measures, in one sentence; undefined for a metric that is newer than this code. */
function explainMetric(metric: string): Definition | undefined {
  const definition = new Map<string, Definition>(Object.entries(metricDefinitions)).get(metric);
  return definition && { ...definition, meaning: firstSentenceOf(definition.meaning) };
}

/** All texts of a section, one per line, except those in its picture. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([key]) => key !== 'picture')
    .map(([, part]) => textOf(part))
    .join('\n');
}

/**
 * The words that each section uses before any other, with a short explanation. The metric is explained in the first
 * section with its figures. The method is left out, since it defines its words itself.
 */
export function explainTerms(
  sections: readonly DocumentSection[],
  metric: string,
): ReadonlyMap<SectionName, readonly Definition[]> {
  const explained = new Set<string>();
  const explanations = new Map<SectionName, readonly Definition[]>();
  for (const section of sections) {
    if (section.name === 'method' || 'missingText' in section) continue;
    const text = textOf(section);
    const metricDefinition = section.name === 'sources' ? undefined : explainMetric(metric);
    const candidates: readonly Definition[] = [
      ...(metricDefinition ? [metricDefinition] : []),
      ...terms.filter(({ isUsed }) => isUsed(section, text)),
    ];
    const added = candidates.filter(({ term }) => !explained.has(term));
    for (const { term } of added) explained.add(term);
    explanations.set(
      section.name,
      added.map(({ term, meaning }) => ({ term, meaning })),
    );
  }
  return explanations;
}
