import { sentimentScale } from '../records/answer.ts';

/**
 * The metrics are computed from whole counts with a single division, so each value is rounded only once, and equal
 * ratios have equal values. Null means that there is nothing to measure.
 */

/** 100 × answers mentioning the brand ÷ answers, in percent. */
export function computeVisibility(mentions: number, answers: number): number | null {
  return answers === 0 ? null : (100 * mentions) / answers;
}

/** 100 × the brand's mentions ÷ the mentions of all brands, in percent. */
export function computeShareOfVoice(mentions: number, totalMentions: number): number | null {
  return totalMentions === 0 ? null : (100 * mentions) / totalMentions;
}

/** The mean sentiment from 0 to 100, with 50 as neutral. `sum` is the sum of the sentiments in millionths. */
export function computeSentiment(sum: number, sentimentCount: number): number | null {
  return sentimentCount === 0 ? null : sum / (sentimentCount * sentimentScale);
}

/** 100 − visibility, in percent: the share of answers that do not mention the brand. Lower is better. */
export function computeGap(mentions: number, answers: number): number | null {
  return answers === 0 ? null : (100 * (answers - mentions)) / answers;
}
