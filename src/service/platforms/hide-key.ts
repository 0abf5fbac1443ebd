/** Shorter keys, such as those of a local gateway, are words that answers may contain. */
const minSecretLength = 12;
/** So many characters of a key are never there by chance. */
const partLength = 8;
/** How much of the end of a key is enough to tell it apart: what platforms show of it. */
const shownLength = 4;

/** The pattern of one code unit in the text of a JSON document, where it may be written as an escape. */
function toUnitPattern(unit: string): string {
  const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
  const escaped = `\\\\u${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
  const slash = /["\\/]/.test(unit) ? '\\\\?' : '';
  return `(?:${slash}\\u${code}|${escaped})`;
}

/** Replaces the key in what a platform or a gateway says: some repeat the headers of a request. */
export function hideKey(text: string, key: string): string {
  // Headers carry no spaces around a value.
  const sent = key.trim();
  if (sent.length < minSecretLength) return text;
  return text.replace(new RegExp(sent.split('').map(toUnitPattern).join(''), 'g'), '[key]');
}

/** What stands between the words of a message, or of a JSON document. */
const wordPattern = /[^\s"'`<>()[\]{},;\\]+/g;
/** How platforms leave out the middle of a key, as in `sk-ab…yz` and `sk-****yz`. */
const maskPattern = /[*•…]|\.\.\.|xxxx/i;

const startsAlike = (one: string, other: string): boolean => one.slice(0, 2) === other.slice(0, 2);

/** Creates a check of whether a word is a key, or shows a part of it. */
export function createKeyCheck(key: string): (word: string) => boolean {
  const sent = key.trim();
  const parts = new Set(
    Array.from({ length: Math.max(0, sent.length - partLength + 1) }, (_, start) =>
      sent.slice(start, start + partLength),
    ),
  );
  const hasPart = (word: string): boolean => {
    for (let start = 0; start + partLength <= word.length; start += 1)
      if (parts.has(word.slice(start, start + partLength))) return true;
    return false;
  };
  return (word) => {
    const bare = word.replace(/[.:!?]{1,3}$/, '');
    if (bare === sent) return true;
    // Dots alone hide nothing, and one character tells nothing.
    if (bare.length < 2 || sent.length < minSecretLength) return false;
    const isMasked =
      maskPattern.test(word) && (startsAlike(word, sent) || sent.endsWith(bare.slice(-2)));
    const isStart = bare.length >= shownLength && sent.startsWith(bare);
    return isMasked || isStart || bare.endsWith(sent.slice(-shownLength)) || hasPart(bare);
  };
}

/** Replaces the key, and every word that shows a part of it, in what a platform or a gateway says of an error. */
export function hideKeyParts(text: string, key: string): string {
  const showsKey = createKeyCheck(key);
  return hideKey(text, key).replace(wordPattern, (word) =>
    showsKey(word) ? `[key]${/[^.]([.:!?])$/.exec(word)?.[1] ?? ''}` : word,
  );
}
