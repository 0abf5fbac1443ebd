import { describe, expect, it } from 'vitest';
import { toCssString } from './css-string.ts';
import { readDocumentView, writeDocumentView } from './document-view.ts';
import {
  moveSection,
  readSections,
  sectionNames,
  selectSections,
  withSection,
  writeSections,
} from './sections.ts';

describe('the sections of a report', () => {
  it('are all included unless the address names some', () => {
    expect(readSections(undefined)).toEqual(sectionNames);
    expect(readSections('nonsense')).toEqual(sectionNames);
    expect(readSections('chart')).toEqual(['chart']);
    expect(writeSections(sectionNames)).toBeUndefined();
  });

  it('are the chosen ones that are offered, or all offered ones if none would remain', () => {
    const offered = ['headline', 'chart'] as const;
    expect(selectSections(['chart', 'sources'], offered)).toEqual(['chart']);
    expect(selectSections(['sources'], offered)).toEqual(offered);
  });

  it('keep their order, except that the method comes last, and are not repeated', () => {
    const names = ['method', 'table', 'chart', 'table', 'nonsense'];
    expect(readSections(names)).toEqual(['table', 'chart', 'method']);
    expect(readSections(writeSections(['table', 'headline']))).toEqual(['table', 'headline']);
  });

  it('move by one place, but not past the ends or the method', () => {
    const sections = ['headline', 'chart', 'method'] as const;
    expect(moveSection(sections, 'headline', 1)).toEqual(['chart', 'headline', 'method']);
    expect(moveSection(sections, 'chart', 1)).toEqual(sections);
    expect(moveSection(sections, 'headline', -1)).toEqual(sections);
  });

  it('can be removed except for the last remaining one, and are added before the method', () => {
    expect(withSection(['chart', 'table'], 'chart', false)).toEqual(['table']);
    expect(withSection(['chart'], 'chart', false)).toEqual(['chart']);
    expect(withSection(['chart', 'method'], 'table', true)).toEqual(['chart', 'table', 'method']);
  });
});

describe('the introduction', () => {
  it('is cut after 2,000 characters, not within one', () => {
    const { intro } = readDocumentView({ intro: '🙂'.repeat(2_001) });
    expect([...intro]).toHaveLength(2_000);
    expect(intro.endsWith('🙂')).toBe(true);
  });

  it('is read from the address as it was written', () => {
    const view = { sections: sectionNames, intro: 'Dear all,\n\n<b>more</b>' };
    expect(readDocumentView(writeDocumentView(view))).toEqual(view);
  });
});

describe('the footer of a page', () => {
  it.each([
    ['Acme & Co', String.raw`"Acme \26  Co"`],
    ['a"; } body { color: red', String.raw`"a\22 ; \7d  body \7b  color: red"`],
    ['</style><script>', String.raw`"\3c \2f style\3e \3c script\3e "`],
    ['line\nbreak\\', String.raw`"line\a break\5c "`],
    ['Zoë 日本', '"Zoë 日本"'],
  ])('cannot end its CSS string: %j', (text, written) => {
    expect(toCssString(text)).toBe(written);
  });
});
