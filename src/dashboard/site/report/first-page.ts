import type { DocumentModel, DocumentSection } from './model.ts';

/** What the pages of a report depend on. */
type PagedModel = Pick<DocumentModel, 'intro' | 'subject' | 'site' | 'explanations' | 'sections'>;

/** The sections that the first page has room for, if the report starts with them. */
const firstPageSections: ReadonlySet<string> = new Set(['headline', 'moved', 'chart']);

/** Pixels of the lines that a sheet of Letter paper has room for, besides the chart, headings and spaces. */
const availableHeight = 400;

/** The number of lines that texts of this length need. */
const linesOf = (text: string, lineLength: number): number => Math.ceil(text.length / lineLength);

/** The pixels that a section's lines of text need on upright paper, about. */
function heightOf(section: DocumentSection): number {
  if ('missingText' in section) return 20;
  switch (section.name) {
    case 'headline': {
      const { sentence, figures, change, basis } = section;
      const figureLines = [
        ...figures.map(({ name, remark }) => linesOf(name, 20) + linesOf(remark ?? '', 20)),
        change ? linesOf(change.name, 28) + linesOf(change.verdictText, 28) : 0,
      ];
      return 26 * linesOf(sentence, 60) + 18 * Math.max(...figureLines) + 20 * linesOf(basis, 110);
    }
    case 'moved':
      return section.moves.reduce((sum, { sentence }) => sum + 20 * linesOf(sentence, 95), 20);
    case 'chart':
      return section.notes.reduce((sum, note) => sum + 20 * linesOf(note, 110), 0);
    default:
      return 0;
  }
}

/** The pixels that all lines of text on the first page need, about. */
function heightOfFirstPage(
  { intro, subject, site, explanations }: PagedModel,
  sections: readonly DocumentSection[],
): number {
  const introLines = intro.split('\n').map((line) => Math.max(1, linesOf(line, 95)));
  const terms = sections.map(({ name }) => Math.ceil((explanations.get(name)?.length ?? 0) / 2));
  return [
    34 * linesOf(`${subject} ${site}`, 42),
    ...(intro === '' ? [] : [24, ...introLines.map((count) => 22.5 * count)]),
    ...terms.map((rows) => 26 * rows),
    ...sections.map(heightOf),
  ].reduce((sum, height) => sum + height, 0);
}

/**
 * Divides the sections into those of the first page and all others. `isPage` says whether the first page is a sheet of
 * its own on upright paper: only if it has a chart that fits, since it would be left mostly empty otherwise.
 */
export function splitPages(model: PagedModel) {
  const { sections } = model;
  const otherIndex = sections.findIndex(({ name }) => !firstPageSections.has(name));
  const first = otherIndex < 0 ? sections : sections.slice(0, otherIndex);
  const others = sections.slice(first.length);
  const isPage =
    first.some(({ name }) => name === 'chart') &&
    others.length > 0 &&
    heightOfFirstPage(model, first) <= availableHeight;
  return { first, others, isPage };
}
