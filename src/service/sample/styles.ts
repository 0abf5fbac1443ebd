import type { PlatformId } from '../../contract/enums.ts';
import { type Layout, layouts } from './layouts.ts';

interface Style {
  layout: Layout;
  /** The share of answers for which the platform searches. */
  searchShare: number;
  /** Bounds on the number of citations of an answer for which the platform searched. */
  citations: readonly [min: number, max: number];
  /**
   * Invented models, each with the point in a site's series of scans, from 0 to 1, from which it is used. Empty if the
   * platform names no model.
   */
  models: readonly (readonly [from: number, name: string])[];
}

/** The style of each platform's answers. */
export const styles: Record<PlatformId, Style> = {
  claude_api: {
    layout: layouts.claude,
    searchShare: 0,
    citations: [0, 0],
    models: [
      [0, 'claude-sample-4'],
      [0.55, 'claude-sample-5'],
    ],
  },
  chatgpt_api: {
    layout: layouts.chatgpt,
    searchShare: 0,
    citations: [0, 0],
    models: [
      [0, 'gpt-sample-5'],
      [0.4, 'gpt-sample-6'],
    ],
  },
  gemini_api: {
    layout: layouts.gemini,
    searchShare: 0,
    citations: [0, 0],
    models: [
      [0, 'gemini-sample-2-pro'],
      [0.7, 'gemini-sample-3-pro'],
    ],
  },
  perplexity_sonar_pro: {
    layout: layouts.perplexity,
    searchShare: 1,
    citations: [3, 6],
    models: [[0, 'sonar-sample-pro']],
  },
  chatgpt_app: {
    layout: layouts.chatgpt,
    searchShare: 0.6,
    citations: [1, 5],
    models: [
      [0, 'gpt-sample-5-chat'],
      [0.4, 'gpt-sample-6-chat'],
    ],
  },
  gemini_app: {
    layout: layouts.gemini,
    searchShare: 0.5,
    citations: [1, 4],
    models: [
      [0, 'gemini-sample-2-flash'],
      [0.7, 'gemini-sample-3-flash'],
    ],
  },
  google_ai_summaries_app: {
    layout: layouts.overview,
    searchShare: 1,
    citations: [3, 6],
    models: [],
  },
  google_ai_mode_app: {
    layout: layouts.aiMode,
    searchShare: 1,
    citations: [3, 6],
    models: [[0, 'gemini-sample-2-search']],
  },
  microsoft_copilot_app: {
    layout: layouts.copilot,
    searchShare: 0.9,
    citations: [2, 4],
    models: [],
  },
  perplexity_app: {
    layout: layouts.perplexity,
    searchShare: 1,
    citations: [3, 6],
    models: [
      [0, 'sonar-sample'],
      [0.6, 'sonar-sample-2'],
    ],
  },
};
