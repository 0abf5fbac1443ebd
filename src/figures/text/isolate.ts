/** A text with letters of Hebrew, Arabic or another script written from right to left, unless it is isolated already. */
const rightToLeft =
  /^(?!\u2068).*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/su;

/**
 * Keeps a name that is written from right to left from reordering the sentence around it. For text that cannot have a
 * `<bdi>`; any other name stays as it is.
 */
export const isolate = (name: string): string =>
  rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
