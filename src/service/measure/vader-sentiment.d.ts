declare module 'vader-sentiment' {
  /** VADER, a rule-based sentiment model for English (Hutto & Gilbert, ICWSM 2014). */
  export const SentimentIntensityAnalyzer: {
    /** Scores of one sentence; `compound` is −1 … 1 with four decimals, 0 for neutral and for empty text. */
    polarity_scores(sentence: string): { compound: number; pos: number; neu: number; neg: number };
  };
}
