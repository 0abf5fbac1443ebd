import { Stretch } from '../limits/stretch.ts';

/** How deep lists and objects may be nested in JSON that a tenant sends; set-ups need five levels. */
export const maxJsonDepth = 32;
/** How many entries a list or an object may have in a request; no request needs more than 2,000. */
export const maxJsonEntries = 10_000;
/** How many characters a single value may have in a request; a logo has 90,000. */
export const maxJsonValueLength = 262_144;

/** Why JSON is refused before it is parsed; continues a sentence that begins with what contains it. */
export const tooDeepReason = `has more than ${maxJsonDepth} levels of lists and objects`;
export const tooLongValueReason = `has a value of more than ${maxJsonValueLength.toLocaleString('en')} characters`;
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
const structure: ReadonlySet<number> = new Set(Object.values(units));

/**
 * The index after a string whose opening quote is at `at`; the text's length if it does not end.
 * @param limit where to stop looking
 */
export function findStringEnd(text: string, at: number, limit = Infinity): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (end > limit) return end;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

interface ScanOptions {
  /** How many entries a list or an object may have; any number by default. */
  maxEntries?: number;
  /** How many characters may be between two brackets or commas; any number by default. */
  maxValueLength?: number;
  /** How many characters make a list or an object one of the `longParts`; none are by default. */
  longPart?: number;
}

/** What a scan of JSON text has found. */
interface ScannedJson {
  /** One of the reasons above; null if the text may be parsed. */
  readonly refusal: string | null;
  /** Where each list or object that is longer than asked for ends, by where it begins. */
  readonly longParts: ReadonlyMap<number, number>;
}

/** A scan of JSON text that can be continued. */
class Scan implements ScannedJson {
  refusal: string | null = null;
  readonly longParts = new Map<number, number>();
  readonly #text: string;
  readonly #maxEntries: number;
  readonly #maxValueLength: number;
  readonly #longPart: number;
  readonly #starts = new Int32Array(maxJsonDepth);
  readonly #commas = new Int32Array(maxJsonDepth);
  #depth = 0;
  #at = 0;
  /** Where the value begins that is being read. */
  #valueStart = 0;

  constructor(
    text: string,
    { maxEntries = Infinity, maxValueLength = Infinity, longPart = Infinity }: ScanOptions,
  ) {
    this.#text = text;
    this.#maxEntries = maxEntries;
    this.#maxValueLength = maxValueLength;
    this.#longPart = longPart;
  }

  get isDone(): boolean {
    return this.refusal !== null || this.#at >= this.#text.length;
  }

  /** Reads some more characters, and a text that begins among them to its end. */
  advance(characters: number): void {
    const text = this.#text;
    const end = Math.min(text.length, this.#at + characters);
    let depth = this.#depth;
    let at = this.#at;
    for (; at < end; at += 1) {
      const unit = text.charCodeAt(at);
      const longest = this.#valueStart + this.#maxValueLength;
      if (at > longest) {
        this.refusal = tooLongValueReason;
        return;
      }
      if (unit === units.quote) {
        at = findStringEnd(text, at, longest) - 1;
        continue;
      }
      if (!structure.has(unit)) continue;
      this.#valueStart = at;
      if (unit === units.openList || unit === units.openObject) {
        if (depth === maxJsonDepth) {
          this.refusal = tooDeepReason;
          return;
        }
        this.#starts[depth] = at;
        this.#commas[depth] = 0;
        depth += 1;
      } else if ((unit === units.closeList || unit === units.closeObject) && depth > 0) {
        depth -= 1;
        const start = this.#starts[depth] ?? 0;
        if (at + 1 - start >= this.#longPart) this.longParts.set(start, at + 1);
      } else if (unit === units.comma && depth > 0) {
        const count = (this.#commas[depth - 1] ?? 0) + 1;
        this.#commas[depth - 1] = count;
        if (count >= this.#maxEntries) {
          this.refusal = tooLongReason;
          return;
        }
      }
    }
    this.#depth = depth;
    this.#at = at;
  }
}

/**
 * Reads JSON text once, without building anything from it, so that text that would be dear to parse can be refused. Text
 * that is not JSON may be accepted: parsing finds that out.
 */
export function scanJson(text: string, options: ScanOptions = {}): ScannedJson {
  const scan = new Scan(text, options);
  scan.advance(text.length);
  return scan;
}

/** How much text is scanned at once, in characters: it takes a few milliseconds. */
const scannedAtOnce = 1_000_000;

/** Like `scanJson`, but lets other work run meanwhile. */
export async function scanInStretches(text: string, options: ScanOptions): Promise<ScannedJson> {
  const scan = new Scan(text, options);
  const stretch = new Stretch();
  while (!scan.isDone) {
    if (stretch.isOver) await stretch.pause();
    scan.advance(scannedAtOnce);
  }
  return scan;
}
