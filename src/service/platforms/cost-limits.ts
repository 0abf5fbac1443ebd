/**
 * How many tokens a platform may write for one question, with its reasoning: enough for a long answer after a long
 * search. What is not used is not charged for.
 */
export const maxOutputTokens = 16_000;

/** How many searches a platform may make for one question. Only Claude can be told; for others it is an estimate. */
export const maxSearches = 8;
