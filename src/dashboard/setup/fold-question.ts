/** The form in which two questions count as the same: without differences in case, white space or Unicode form. */
export const foldQuestion = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
