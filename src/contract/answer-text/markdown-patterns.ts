/** The address of a link, with parentheses in pairs, and its title. Every repetition is bounded or cannot backtrack. */
const target = String.raw`\((?:<[^<>\n]{0,2000}>|[^()\s]*(?:\([^()\s]*\)[^()\s]*){0,8})(?:[ \t\n][^()]{0,500})?\)`;

/** A link or picture within a line: its label and its address. */
export const linkPattern = new RegExp(String.raw`!?\[([^\][\n]{0,500})\](${target})`, 'g');
/** The address of a link whose label holds other brackets, or begins outside the text. */
export const linkTargetPattern = new RegExp(String.raw`\](${target})`, 'g');

/** A line that only defines the address of links elsewhere. */
export const linkDefinitionPattern =
  /^ {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*\S+(?:[ \t]+["'(].*)?[ \t]*$/gm;

export const lineBreakTag = /<br[ \t]*\/?>/gi;

/** A backslash with the punctuation that it escapes. */
export const escapePattern = /\\([!-/:-@[-`{-~])/g;

/** Writes escaped punctuation, which is not syntax, as character references, which the other patterns do not match. */
export const encodeEscapes = (text: string): string =>
  text.replace(escapePattern, (_, character: string) => `&#${character.charCodeAt(0)};`);
