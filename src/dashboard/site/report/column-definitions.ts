import type { Definition } from './definitions.ts';

export const evidence: Definition = {
  term: 'Evidence',
  meaning:
    'How many of the scans in view have a value. A scan without a single answer to measure has no value, which is not the same as zero.',
};

export const median: Definition = {
  term: 'Median',
  meaning: 'Half of the scans with a value have a higher one, and half a lower one.',
};

export const change: Definition = {
  term: 'Change',
  meaning:
    'Now minus before, computed before rounding, so its last digit can differ by one from the difference of the figures shown.',
};

export const changeSinceScan: Definition = {
  term: 'Change',
  meaning:
    'The value at the latest scan minus the value at the scan before, computed before rounding, so its last digit can differ by one from the difference of the figures shown.',
};

export const move: Definition = {
  term: 'Move',
  meaning:
    'Whether the change is more than the usual scatter. Platforms answer the same prompt differently each time, so values scatter from scan to scan. A change counts as more than the usual scatter if a difference this large would come up by chance in fewer than 2 of 100 comparisons. False alarms are more common with few scans, or with scans that resemble the ones before.',
};
