import { describe, expect, it } from 'vitest';
import { splitPages } from './first-page.ts';
import type { DocumentSection, HeadlineSection } from './model.ts';

const headline: HeadlineSection = {
  name: 'headline',
  sentence: 'Acme is named in 34.0% of answers, up from 29.0%: a real rise.',
  figures: [{ value: '1st of 8', name: 'brands measured', remark: null }],
  change: null,
  basis: 'Based on 400 answers to 16 prompts in 29 scans.',
  note: '',
};
const chart: DocumentSection = { name: 'chart', missingText: 'The chart could not be loaded.' };
const method: DocumentSection = { name: 'method', paragraphs: [], definitions: [] };

const split = (
  sections: readonly DocumentSection[],
  more: { intro?: string; subject?: string } = {},
) =>
  splitPages({
    intro: '',
    subject: 'Acme',
    site: 'acme.example',
    explanations: new Map(),
    sections,
    ...more,
  });

describe('the first page of a report', () => {
  it('is a sheet of its own, with the sections up to the chart', () => {
    expect(split([headline, chart, method])).toEqual({
      first: [headline, chart],
      others: [method],
      isPage: true,
    });
  });

  it.each([
    ['it has no chart', [headline, method], {}],
    ['nothing follows it', [headline, chart], {}],
    ['the introduction is long', [headline, chart, method], { intro: 'Dear team,\n'.repeat(20) }],
    ['a name needs many lines', [headline, chart, method], { subject: 'Acme '.repeat(100) }],
  ])('flows into the next one if %s', (_, sections, more) => {
    expect(split(sections, more).isPage).toBe(false);
  });
});
