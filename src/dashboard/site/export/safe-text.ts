/**
 * Where a cell may begin in a text, whatever a spreadsheet splits at (comma, semicolon, tab or line break), if
 * what follows could be taken for a formula; quotes and spaces between the two may be dropped. Full-width forms
 * are signs to some spreadsheets. A line feed counts at the start only, so that a line break of two stays whole.
 */
const formulaStart = /(?<=(?:^|[,;\t\r\n])[" \u00A0\u3000]*)[=+\-@\t\r＝＋－＠]|^\n/g;

/**
 * A text that no spreadsheet runs as a formula, in a file of any separator: an apostrophe goes before each sign
 * that could begin one. "a;=b" becomes "a;'=b".
 */
export const safeText = (text: string): string => text.replace(formulaStart, "'$&");
