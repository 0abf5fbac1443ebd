/** How answers are collected: from the public website or through an API. */
export const methods = ['web', 'api'] as const;
export type Method = (typeof methods)[number];

/** Every platform of v1, in v1's order, with the name shown to users. */
export const platforms = [
  { id: 'claude_api', name: 'Claude API', method: 'api' },
  { id: 'chatgpt_api', name: 'ChatGPT API', method: 'api' },
  { id: 'gemini_api', name: 'Gemini API', method: 'api' },
  { id: 'perplexity_sonar_pro', name: 'Perplexity Sonar Pro', method: 'api' },
  { id: 'chatgpt_app', name: 'ChatGPT', method: 'web' },
  { id: 'gemini_app', name: 'Gemini', method: 'web' },
  { id: 'google_ai_summaries_app', name: 'Google AI Summaries', method: 'web' },
  { id: 'google_ai_mode_app', name: 'Google AI Mode', method: 'web' },
  { id: 'microsoft_copilot_app', name: 'Microsoft Copilot', method: 'web' },
  { id: 'perplexity_app', name: 'Perplexity', method: 'web' },
] as const satisfies readonly { id: string; name: string; method: Method }[];
export type PlatformId = (typeof platforms)[number]['id'];
export const platformIds: readonly PlatformId[] = platforms.map((platform) => platform.id);

export const metrics = ['visibility', 'shareOfVoice', 'sentiment', 'gap'] as const;
export type Metric = (typeof metrics)[number];
/** The metric of a report if the query does not choose one. */
export const defaultMetric: Metric = 'visibility';

export const groupings = ['brand', 'platform', 'region'] as const;
export type GroupBy = (typeof groupings)[number];
/** The grouping of a report if the query does not choose one. */
export const defaultGroupBy: GroupBy = 'brand';

export const brandMentions = ['mentions_tracked_brand', 'does_not_mention_tracked_brand'] as const;
export type BrandMention = (typeof brandMentions)[number];

export const brandRoles = ['tracked', 'competitor', 'discovered'] as const;
export type BrandRole = (typeof brandRoles)[number];

export const scanStatuses = ['queued', 'running', 'completed', 'failed'] as const;
export type ScanStatus = (typeof scanStatuses)[number];
