import * as v from 'valibot';

/** Why text is refused that UTF-8 cannot encode; continues a sentence that begins with the field. */
export const illFormedReason =
  'contains half of a surrogate pair, such as \\ud800 alone, which is not a valid character';

/** Refuses text with half of a surrogate pair, which stores could not keep as it is. */
export const wellFormed = v.check<string, string>((text) => text.isWellFormed(), illFormedReason);
