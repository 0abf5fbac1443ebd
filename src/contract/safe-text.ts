/**
 * Matches characters that could start a formula: at the start of the text, or after a comma, semicolon, tab or line
 * break, since a spreadsheet may split cells at any of these. Quotes and spaces may come in between, since a
 * spreadsheet may drop them. Some spreadsheets accept full-width signs. A line feed matches only at the start of the
 * text, so that CRLF is not split. The sign is looked for first, so that spaces are not read again for each of them.
 */
const formulaStart = /(?=[=+\-@\t\r＝＋－＠])(?<=(?:^|[,;\t\r\n])[" \u00A0\u3000]*).|^\n/gs;

/**
 * Escapes text so that no spreadsheet runs any of it as a formula, whichever separator the spreadsheet splits cells at:
 * puts an apostrophe before each character that could start a formula. "a;=b" becomes "a;'=b".
 */
export const escapeFormulas = (text: string): string => text.replace(formulaStart, "'$&");
