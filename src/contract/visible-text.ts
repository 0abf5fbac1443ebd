/**
 * Control characters, and the bidirectional embeddings, overrides and isolates, with which a text can look like another
 * one. Marks and joiners (U+200C to U+200F) are not among them, since some languages need them.
 */
const hiddenCharacter = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const hiddenCharacterInLines = /(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
const ignored = /\p{Default_Ignorable_Code_Point}/gu;
/** Spaces, and the empty pattern of Braille, which looks like one. */
const blank = /[\s\p{Cc}\u2800]/gu;

/** A text without the characters that nobody sees, such as U+200B. For comparing texts, which are stored with them. */
export const withoutInvisible = (text: string): string => text.replace(ignored, '');

/** Whether a text, which may be empty, has no character that can be seen. */
export const isBlank = (text: string): boolean => withoutInvisible(text).replace(blank, '') === '';

function nameCharacter(character: string): string {
  if (character === '\t') return 'a tab';
  if (/[\n\r\u2028\u2029]/.test(character)) return 'a line break';
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /\p{Cc}/u.test(character)
    ? `the control character U+${code}`
    : `U+${code}, which changes the direction of text`;
}

/**
 * Why a name or a question is refused: it contains a hidden character, or nothing that can be seen. Null if it is
 * accepted. Continues a sentence that begins with the field.
 * @param options.hasLines whether tabs and line breaks are allowed, as in questions; false by default.
 * @param options.isOptional whether the text may be empty; false by default.
 */
export function findTextFault(
  text: string,
  { hasLines = false, isOptional = false }: { hasLines?: boolean; isOptional?: boolean } = {},
): string | null {
  const [found] = (hasLines ? hiddenCharacterInLines : hiddenCharacter).exec(text) ?? [];
  if (found !== undefined) return `must not contain ${nameCharacter(found)}`;
  const isLeftOut = isOptional && text === '';
  return !isLeftOut && isBlank(text) ? 'must have a character that can be seen' : null;
}
