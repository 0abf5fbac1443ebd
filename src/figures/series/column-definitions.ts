import type { Definition } from './definitions.ts';

export const verdictDefinition: Definition = {
  term: 'Verdict',
  meaning:
    'Whether the change is more than the usual scatter. Platforms answer the same prompt differently each time, so values scatter from scan to scan. A change counts as more than the usual scatter if a difference this large would come up by chance in fewer than 1 of 80 comparisons; the more rows or cells are compared, the larger the difference has to be. False alarms are more common if each scan resembles the previous one, especially with few scans.',
};

/** Explains how rows are sorted by a trend column. */
export const slopeMeaning =
  'Sorting compares slopes: how much the straight line that best fits the values (least squares) rises or falls over time. Lines with fewer than two values come last.';
