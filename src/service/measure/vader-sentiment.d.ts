declare module 'vader-sentiment' {
  /** The words of a sentence, and whether only some of them are in capitals. */
  export interface SentimentText {
    words_and_emoticons: readonly string[];
    is_cap_diff: boolean;
  }

  /** Scores of one sentence; `compound` is −1 … 1 with four decimals, 0 for neutral and for empty text. */
  export interface Scores {
    compound: number;
    pos: number;
    neu: number;
    neg: number;
  }

  /** VADER, a rule-based sentiment model for English (Hutto & Gilbert, ICWSM 2014). */
  export const SentimentIntensityAnalyzer: {
    polarity_scores(sentence: string): Scores;
    /** Appends the valence of the word at `index` to those of the words before it, and returns them. */
    sentiment_valence(
      valence: 0,
      text: SentimentText,
      word: string,
      index: number,
      valences: number[],
    ): number[];
    /** Weights the valences before and after a "but", and returns them all. */
    but_check(words: readonly string[], valences: number[]): number[];
    score_valence(valences: readonly number[], sentence: string): Scores;
  };
}
