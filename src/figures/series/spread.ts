import { valueText, type Wording } from './wording.ts';

/** A value with the name of what it was measured for. */
export interface NamedValue {
  label: string;
  value: number;
}

/** The highest or the lowest value. */
interface Extreme<V> {
  /** The first of those that have this value. */
  first: V;
  /** "Gemini", or "Gemini and 2 more" if others have the same value. */
  label: string;
}

/** Whether several values all look the same on the page, so that none is highest, lowest or first. */
export const areLevel = (values: readonly number[], wording: Wording): boolean =>
  values.length > 1 && new Set(values.map((value) => valueText(value, wording))).size === 1;

function extremeOf<V extends NamedValue>(
  ranked: readonly V[],
  wording: Wording,
): Extreme<V> | null {
  const [first, ...others] = ranked;
  if (!first) return null;
  const text = valueText(first.value, wording);
  const equalCount = others.filter(({ value }) => valueText(value, wording) === text).length;
  return { first, label: equalCount === 0 ? first.label : `${first.label} and ${equalCount} more` };
}

/** The highest and the lowest of some values; null if all are level, or if there are fewer than two. */
export function spreadOf<V extends NamedValue>(
  values: readonly V[],
  wording: Wording,
): { highest: Extreme<V>; lowest: Extreme<V> } | null {
  const highest = extremeOf(
    values.toSorted((a, b) => b.value - a.value),
    wording,
  );
  const lowest = extremeOf(
    values.toSorted((a, b) => a.value - b.value),
    wording,
  );
  if (!highest || !lowest || values.length < 2) return null;
  const isLevel = areLevel(
    values.map(({ value }) => value),
    wording,
  );
  return isLevel ? null : { highest, lowest };
}

/** The plural of what the series of a report are, such as "platforms". */
const nouns = new Map([
  ['brand', 'brands'],
  ['platform', 'platforms'],
  ['region', 'regions'],
  ['prompt', 'prompts'],
]);

/** Such as "platforms"; "series" for a grouping that is newer than this code. */
export const seriesNoun = (groupBy: string): string => nouns.get(groupBy) ?? 'series';
