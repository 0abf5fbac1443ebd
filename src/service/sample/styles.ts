import type { PlatformId } from '../../contract/enums.ts';
import { type Layout, layouts } from './layouts.ts';

export interface Style {
  layout: Layout;
  /** The share of answers for which the platform searches. */
  searchShare: number;
  /** Bounds on the number of citations of an answer for which the platform searched. */
  citations: readonly [min: number, max: number];
  /** Bounds on the number of searches for such an answer; 0 if the platform does not say what it searched for. */
  queries: readonly [min: number, max: number];
  /**
   * Invented models, oldest first, each with its age in days at the last scan. All are older than the two periods that
   * pages compare at first, so that a change of models does not stand in the way of their verdicts. Empty if the
   * platform names no model.
   */
  models: readonly (readonly [age: number, name: string])[];
}

/** The age of models that are older than every scan. */
const oldest = Number.POSITIVE_INFINITY;

/** The style of each platform's answers. */
export const styles: Record<PlatformId, Style> = {
  claude_api: {
    layout: layouts.claude,
    searchShare: 0,
    citations: [0, 0],
    queries: [0, 0],
    models: [
      [oldest, 'claude-sample-4'],
      [120, 'claude-sample-5'],
    ],
  },
  chatgpt_api: {
    layout: layouts.chatgpt,
    searchShare: 0,
    citations: [0, 0],
    queries: [0, 0],
    models: [
      [oldest, 'gpt-sample-5'],
      [112, 'gpt-sample-6'],
    ],
  },
  gemini_api: {
    layout: layouts.gemini,
    searchShare: 0,
    citations: [0, 0],
    queries: [0, 0],
    models: [
      [oldest, 'gemini-sample-2-pro'],
      [140, 'gemini-sample-3-pro'],
    ],
  },
  perplexity_sonar_pro: {
    layout: layouts.perplexity,
    searchShare: 1,
    citations: [3, 6],
    queries: [1, 3],
    models: [[oldest, 'sonar-sample-pro']],
  },
  chatgpt_app: {
    layout: layouts.chatgpt,
    searchShare: 0.6,
    citations: [1, 5],
    queries: [1, 2],
    models: [
      [oldest, 'gpt-sample-5-chat'],
      [112, 'gpt-sample-6-chat'],
    ],
  },
  gemini_app: {
    layout: layouts.gemini,
    searchShare: 0.5,
    citations: [1, 4],
    queries: [0, 0],
    models: [
      [oldest, 'gemini-sample-2-flash'],
      [140, 'gemini-sample-3-flash'],
    ],
  },
  google_ai_summaries_app: {
    layout: layouts.overview,
    searchShare: 1,
    citations: [3, 6],
    queries: [0, 0],
    models: [],
  },
  google_ai_mode_app: {
    layout: layouts.aiMode,
    searchShare: 1,
    citations: [3, 6],
    queries: [2, 4],
    models: [[oldest, 'gemini-sample-2-search']],
  },
  microsoft_copilot_app: {
    layout: layouts.copilot,
    searchShare: 0.9,
    citations: [2, 4],
    queries: [0, 0],
    models: [],
  },
  perplexity_app: {
    layout: layouts.perplexity,
    searchShare: 1,
    citations: [3, 6],
    queries: [1, 3],
    models: [
      [oldest, 'sonar-sample'],
      [130, 'sonar-sample-2'],
    ],
  },
};
