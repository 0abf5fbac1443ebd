import {
  byClassificationField,
  byClassificationParameter,
} from '../../src/contract/classifications.ts';
import type { TimelineScope } from '../../src/service/store/store.ts';

/** The scope that leaves no answer out, grouped by brand. */
export const everyAnswer: TimelineScope = {
  promptId: [],
  tag: [],
  category: [],
  ...byClassificationParameter(() => []),
  mentionsTracked: null,
  platform: [],
  region: [],
  startDate: null,
  endDate: null,
  groupBy: 'brand',
  brandIds: null,
};

/** A prompt's classifications where it has none. */
export const unclassified = byClassificationField((): { value: string; label: string }[] => []);
