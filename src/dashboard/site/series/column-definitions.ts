import type { Definition } from './definitions.ts';

export const evidenceDefinition: Definition = {
  term: 'Evidence',
  meaning:
    'How many of the scans in view have a value. A scan has no value if there was nothing to measure, such as no answers or, for sentiment, no mentions with a sentiment. That is not the same as zero.',
};

export const medianDefinition: Definition = {
  term: 'Median',
  meaning: 'The middle value: half of the scans with a value are above it, and half are below.',
};

export const changeDefinition: Definition = {
  term: 'Change',
  meaning:
    '“Now” minus “Before”, computed from unrounded values, so its last digit can differ by one from the difference between the figures shown.',
};

export const changeSinceScanDefinition: Definition = {
  term: 'Change',
  meaning:
    'The value at the latest scan minus the value at the previous one, computed from unrounded values, so its last digit can differ by one from the difference between the figures shown.',
};

export const verdictDefinition: Definition = {
  term: 'Verdict',
  meaning:
    'Whether the change is more than the usual scatter. Platforms answer the same prompt differently each time, so values scatter from scan to scan. A change counts as more than the usual scatter if a difference this large would come up by chance in fewer than 1 of 80 comparisons; the more rows or cells are compared, the larger the difference has to be. False alarms are more common if each scan resembles the previous one, especially with few scans.',
};

/** Explains how rows are sorted by a trend column. */
export const slopeMeaning =
  'Sorting compares slopes: how much the straight line that best fits the values (least squares) rises or falls over time. Lines with fewer than two values come last.';

export const trendDefinition: Definition = {
  term: 'Trend',
  meaning: `The values of the scans in view as a line, each line on its own scale. ${slopeMeaning}`,
};
