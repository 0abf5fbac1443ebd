/** The sections of a report, in their usual order. */
export const sectionNames = [
  'headline',
  'moved',
  'chart',
  'table',
  'matrix',
  'sources',
  'method',
] as const;
export type SectionName = (typeof sectionNames)[number];

export const sectionTitles: Record<SectionName, string> = {
  headline: 'Headline',
  moved: 'What moved',
  chart: 'Chart',
  table: 'Table',
  matrix: 'Matrix',
  sources: 'Top sources',
  method: 'Method and definitions',
};

/** Lists the sections that a service with these capabilities has figures for. */
export const listOfferedSections = (capabilities: readonly string[]): readonly SectionName[] =>
  sectionNames.filter((name) => name !== 'sources' || capabilities.includes('sources'));

/** Selects the chosen sections that are offered, or all that are offered if none would remain. */
export function selectSections(
  chosen: readonly SectionName[],
  offered: readonly SectionName[],
): readonly SectionName[] {
  const shown = chosen.filter((name) => offered.includes(name));
  return shown.length === 0 ? offered : shown;
}

/** Removes duplicates, and moves the method to the end. */
const arrangeSections = (names: readonly SectionName[]): SectionName[] => {
  const others = [...new Set(names)].filter((name) => name !== 'method');
  return names.includes('method') ? [...others, 'method'] : others;
};

/** Reads the sections that an address names, ignoring unknown names; returns all sections if none is known. */
export function readSections(raw: unknown): readonly SectionName[] {
  const values: unknown[] = [raw].flat();
  const named = values.flatMap((value) => sectionNames.find((name) => name === value) ?? []);
  return named.length === 0 ? sectionNames : arrangeSections(named);
}

/** The sections as an address names them; undefined for all in their usual order. */
export function writeSections(sections: readonly SectionName[]): string[] | undefined {
  const written = arrangeSections(sections);
  return written.join() === sectionNames.join() ? undefined : written;
}

/** The sections with one added (before the method) or removed; the last remaining section is never removed. */
export function withSection(
  sections: readonly SectionName[],
  name: SectionName,
  isIncluded: boolean,
): readonly SectionName[] {
  if (isIncluded) return arrangeSections([...sections, name]);
  const remainingSections = sections.filter((section) => section !== name);
  return remainingSections.length === 0 ? sections : remainingSections;
}

/** The sections with one moved by a number of places; the method stays at the end. */
export function moveSection(
  sections: readonly SectionName[],
  name: SectionName,
  places: number,
): readonly SectionName[] {
  const others = sections.filter((section) => section !== name);
  const index = Math.max(0, Math.min(others.length, sections.indexOf(name) + places));
  return arrangeSections(others.toSpliced(index, 0, name));
}
