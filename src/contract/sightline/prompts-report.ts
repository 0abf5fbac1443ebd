import * as v from 'valibot';
import { openEnum, required, Value } from '../fields.ts';
import { presentListOf, reportEntries, Series } from '../resources.ts';

/** The maximum number of prompts that have a series in a report. */
export const maxPromptSeries = 200;

/** A timeline by prompt (`groupBy` is `prompt`), with at most `maxPromptSeries` series. */
export const PromptsReport = v.object({
  ...reportEntries,
  groupBy: required(openEnum(['prompt'])),
  /** Highest mean first; `key` is the prompt's ID and `label` its text. */
  series: presentListOf(Series),
  /** The number of further prompts with answers under the filters; these have no series. */
  more: required(Value),
});
export type PromptsReport = v.InferOutput<typeof PromptsReport>;
