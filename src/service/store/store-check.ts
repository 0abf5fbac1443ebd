import * as v from 'valibot';

/** The result of checking a whole store. */
export const StoreCheck = v.object({
  /** How many migrations the store has been through. */
  version: v.number(),
  /** Each says what is wrong, as a sentence without its full stop; empty for an undamaged store. */
  faults: v.array(v.string()),
  /** Counts of current records by table, without replaced ones; empty if the tables are outdated or cannot be read. */
  rows: v.record(v.string(), v.number()),
  /**
   * Answers that no report includes: replaced ones, and those of imports that never committed. 0 if `rows` is empty.
   */
  hiddenAnswers: v.number(),
});
export type StoreCheck = v.InferOutput<typeof StoreCheck>;
