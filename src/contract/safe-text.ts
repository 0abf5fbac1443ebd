/**
 * Matches signs that could start a formula at the beginning of a cell, whatever a spreadsheet splits at (comma,
 * semicolon, tab or line break), after any quotes and spaces, which it may drop. Some spreadsheets accept full-width
 * signs. A line feed matches only at the start of the text, so that CRLF stays whole.
 */
const formulaStart = /(?<=(?:^|[,;\t\r\n])[" \u00A0\u3000]*)[=+\-@\t\r＝＋－＠]|^\n/g;

/**
 * Escapes text so that no spreadsheet runs it as a formula, with any separator: an apostrophe goes before each sign
 * that could start one. "a;=b" becomes "a;'=b".
 */
export const safeText = (text: string): string => text.replace(formulaStart, "'$&");
