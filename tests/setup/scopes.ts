import {
  labelledClassifications,
  plainClassifications,
} from '../../src/contract/classifications.ts';
import type { TimelineScope } from '../../src/service/store/store.ts';

/** The scope of all answers, grouped by brand. */
export const everyAnswerScope: TimelineScope = {
  promptId: [],
  ...plainClassifications.byParameter(() => []),
  category: [],
  ...labelledClassifications.byParameter(() => []),
  mentionsTracked: null,
  platform: [],
  region: [],
  startDate: null,
  endDate: null,
  groupBy: 'brand',
  brandIds: null,
};

/** The classification fields of a prompt without classifications. */
export const noClassifications = {
  ...plainClassifications.byField((): string[] => []),
  ...labelledClassifications.byField((): { value: string; label: string }[] => []),
};
