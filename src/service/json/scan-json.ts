/** How deep lists and objects may be nested in JSON that a tenant sends; set-ups need five levels. */
export const maxJsonDepth = 32;
/** How many entries a list or an object may have in a request; no request needs more than 2,000. */
export const maxJsonEntries = 10_000;

/** Why JSON is refused before it is parsed; continues a sentence that begins with what contains it. */
export const tooDeepReason = `has more than ${maxJsonDepth} levels of lists and objects`;
export const tooLongReason = `has a list or an object with more than ${maxJsonEntries.toLocaleString('en')} entries`;

/** The UTF-16 units of the characters that structure JSON. */
export const units = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;
const backslash = 0x5c;

/** The index after a string whose opening quote is at `at`; the text's length if it does not end. */
export function findStringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** What a scan of JSON text has found. */
interface ScannedJson {
  /** `tooDeepReason` or `tooLongReason`; null if the text may be parsed. */
  refusal: string | null;
  /** Where each list or object that is longer than asked for ends, by where it begins. */
  longParts: ReadonlyMap<number, number>;
}

/**
 * Reads JSON text once, without building anything from it, so that text that would be dear to parse can be refused. Text
 * that is not JSON may be accepted: parsing finds that out.
 * @param options.maxEntries how many entries a list or an object may have; any number by default.
 * @param options.longPart how many characters make a list or an object one of the `longParts`; none are by default.
 */
export function scanJson(
  text: string,
  { maxEntries = Number.POSITIVE_INFINITY, longPart = Number.POSITIVE_INFINITY } = {},
): ScannedJson {
  const starts = new Int32Array(maxJsonDepth);
  const commas = new Int32Array(maxJsonDepth);
  const longParts = new Map<number, number>();
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === units.quote) at = findStringEnd(text, at) - 1;
    else if (unit === units.openList || unit === units.openObject) {
      if (depth === maxJsonDepth) return { refusal: tooDeepReason, longParts };
      starts[depth] = at;
      commas[depth] = 0;
      depth += 1;
    } else if ((unit === units.closeList || unit === units.closeObject) && depth > 0) {
      depth -= 1;
      const start = starts[depth] ?? 0;
      if (at + 1 - start >= longPart) longParts.set(start, at + 1);
    } else if (unit === units.comma && depth > 0) {
      const count = (commas[depth - 1] ?? 0) + 1;
      commas[depth - 1] = count;
      if (count >= maxEntries) return { refusal: tooLongReason, longParts };
    }
  }
  return { refusal: null, longParts };
}
