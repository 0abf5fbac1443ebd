import {
  labelledClassifications,
  plainClassifications,
} from '../../../contract/classifications.ts';
import type { LabelledValue } from '../../../contract/fields.ts';
import type { PromptRecord } from '../records.ts';
import type { Vocabulary } from '../store.ts';
import type { Tables } from './tables.ts';

const distinct = (values: readonly string[]) => [...new Set(values)];

function distinctLabels(values: readonly LabelledValue[]): LabelledValue[] {
  return [
    ...new Map(values.map((each) => [JSON.stringify([each.value, each.label]), each])).values(),
  ];
}

/** For a scan, only values that its answers use; for a site, those of all its answers and prompts. */
export function vocabularyOf(tables: Tables, siteId: string, scanId: string | null): Vocabulary {
  const answers = [...tables.answers.values()].filter(
    (answer) => answer.siteId === siteId && (scanId === null || answer.scanId === scanId),
  );
  const answeredPrompts = new Set(answers.map((answer) => answer.promptId));
  const prompts: PromptRecord[] = [...tables.prompts.values()].filter(
    (prompt) => prompt.siteId === siteId && (scanId === null || answeredPrompts.has(prompt.id)),
  );
  return {
    platforms: distinct(answers.map((answer) => answer.platform)),
    regions: distinct(answers.map((answer) => answer.region)),
    ...plainClassifications.byField((field) =>
      distinct(prompts.flatMap((prompt) => prompt[field])),
    ),
    categories: distinct(prompts.map((prompt) => prompt.category)),
    ...labelledClassifications.byField((field) =>
      distinctLabels(prompts.flatMap((prompt) => prompt[field])),
    ),
    mentionsTracked: [...new Set(prompts.map((prompt) => prompt.mentionsTracked))],
    brandIds: scanId === null ? null : distinct(answers.flatMap((answer) => answer.brandIds)),
  };
}
