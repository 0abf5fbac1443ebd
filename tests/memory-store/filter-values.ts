import {
  labelledClassifications,
  plainClassifications,
} from '../../src/contract/classifications.ts';
import type { LabelledValue } from '../../src/contract/fields.ts';
import type { PromptRecord } from '../../src/service/store/records.ts';
import type { FilterValues } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';

const removeDuplicates = (values: readonly string[]) => [...new Set(values)];

function removeDuplicatePairs(values: readonly LabelledValue[]): LabelledValue[] {
  return [
    ...new Map(values.map((entry) => [JSON.stringify([entry.value, entry.label]), entry])).values(),
  ];
}

/** The values of a scan's answers and their prompts, or of all answers and prompts of a site if `scanId` is null. */
export function filterValuesOf(
  tables: Tables,
  siteId: string,
  scanId: string | null,
): FilterValues {
  const answers = [...tables.answers.values()].filter(
    (answer) => answer.siteId === siteId && (scanId === null || answer.scanId === scanId),
  );
  const answeredPrompts = new Set(answers.map((answer) => answer.promptId));
  const prompts: PromptRecord[] = [...tables.prompts.values()].filter(
    (prompt) => prompt.siteId === siteId && (scanId === null || answeredPrompts.has(prompt.id)),
  );
  return {
    platforms: removeDuplicates(answers.map((answer) => answer.platform)),
    regions: removeDuplicates(answers.map((answer) => answer.region)),
    ...plainClassifications.byField((field) =>
      removeDuplicates(prompts.flatMap((prompt) => prompt[field])),
    ),
    categories: removeDuplicates(prompts.map((prompt) => prompt.category)),
    ...labelledClassifications.byField((field) =>
      removeDuplicatePairs(prompts.flatMap((prompt) => prompt[field])),
    ),
    mentionsTracked: [...new Set(prompts.map((prompt) => prompt.mentionsTracked))],
    brandIds:
      scanId === null ? null : removeDuplicates(answers.flatMap((answer) => answer.brandIds)),
  };
}
