/**
 * The viewer's own variety of English ("en-GB", "en-AU"), or "en" if none of the browser's languages is English: dates
 * and numbers are part of English sentences.
 */
export const pageLocale = (): string =>
  navigator.languages.find((tag) => /^en(?:-|$)/i.test(tag)) ?? 'en';
