/**
 * The viewer's own form of English ("en-GB", "en-AU"), or "en" without one: dates and numbers are part of English
 * sentences.
 */
export const pageLocale = (): string =>
  navigator.languages.find((tag) => /^en(?:-|$)/i.test(tag)) ?? 'en';
