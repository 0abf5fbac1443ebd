import * as v from 'valibot';

/** The result of checking a whole store. */
export const StoreCheck = v.object({
  /** The number of migrations applied to the store; 0 for a new store, or if damage keeps it from being read. */
  version: v.number(),
  /** Descriptions of the damage, each a sentence without its full stop; empty for an undamaged store. */
  faults: v.array(v.string()),
  /** Counts of current records by table, without replaced ones; empty if the tables are outdated or cannot be read. */
  rows: v.record(v.string(), v.number()),
  /**
   * The number of answers that no report includes: replaced ones, and those of imports that were never committed. 0 if
   * `rows` is empty.
   */
  hiddenAnswers: v.number(),
});
export type StoreCheck = v.InferOutput<typeof StoreCheck>;
