import { groupings } from '../../contract/enums.ts';

/** Every grouping of a timeline: those of v1, and one that needs the capability `prompts`. */
export const everyGrouping = [...groupings, 'prompt'] as const;
export type Grouping = (typeof everyGrouping)[number];

/** The groupings that a service with these capabilities offers. */
export const groupingsOf = (capabilities: readonly string[]): readonly Grouping[] =>
  capabilities.includes('prompts') ? everyGrouping : groupings;
