import {
  byClassificationField,
  byClassificationParameter,
} from '../../src/contract/classifications.ts';
import type { TimelineScope } from '../../src/service/store/store.ts';

/** The scope of all answers, grouped by brand. */
export const everyAnswerScope: TimelineScope = {
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

/** The classifications of a prompt that has none. */
export const noClassifications = byClassificationField(
  (): { value: string; label: string }[] => [],
);
