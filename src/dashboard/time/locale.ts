/**
 * The language of the page, English, in the viewer's own regional form where they have one ("en-GB", "en-AU"):
 * dates and numbers stand inside English sentences.
 */
export const pageLocale = (): string =>
  navigator.languages.find((tag) => /^en(?:-|$)/i.test(tag)) ?? 'en';
