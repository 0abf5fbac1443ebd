import { Stretch } from '../limits/stretch.ts';
import { findStringEnd, units } from './scan-json.ts';

/** How much text is parsed at once, in characters: it takes a millisecond, even if it is all brackets. */
export const charactersAtOnce = 16_384;

/** Adds the fields of an object to another one. A field `__proto__` stays a field, as in `JSON.parse`. */
function addFields(target: object, fields: object): void {
  for (const [name, value] of Object.entries(fields))
    Object.defineProperty(target, name, {
      value,
      ...{ enumerable: true, writable: true, configurable: true },
    });
}

const isBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text);

function requireBlank(text: string): void {
  if (!isBlank(text)) throw new SyntaxError('A comma is missing.');
}

/** Parses one text; see `parseInStretches`. */
class Parser {
  readonly #text: string;
  readonly #longParts: ReadonlyMap<number, number>;
  readonly #atOnce: number;
  readonly #stretch = new Stretch();

  constructor(text: string, longParts: ReadonlyMap<number, number>, atOnce: number) {
    this.#text = text;
    this.#longParts = longParts;
    this.#atOnce = atOnce;
  }

  async parse(): Promise<unknown> {
    const start = this.#text.search(/[^ \t\n\r]/);
    const end = this.#longParts.get(start);
    if (end === undefined || !isBlank(this.#text.slice(end))) return JSON.parse(this.#text);
    return this.#parseLong(start, end);
  }

  /** Parses a list or an object in pieces: as many short entries as fit in a piece, and long entries one by one. */
  async #parseLong(start: number, end: number): Promise<unknown> {
    const text = this.#text;
    // Throws if the brackets do not match.
    const whole: unknown = JSON.parse(text.charAt(start) + text.charAt(end - 1));
    let from = start + 1;
    let entryStart = from;
    let isAfterLong = false;
    let depth = 0;
    for (let at = from; at < end - 1; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === units.quote) at = findStringEnd(text, at) - 1;
      else if (unit === units.closeList || unit === units.closeObject) depth -= 1;
      else if (unit === units.openList || unit === units.openObject) {
        const partEnd = this.#longParts.get(at);
        if (partEnd === undefined) depth += 1;
        else {
          if (isAfterLong) throw new SyntaxError('A comma is missing.');
          if (entryStart > from) this.#addPiece(whole, text.slice(from, entryStart - 1));
          const part = await this.#parseLong(at, partEnd);
          this.#addPart(whole, text.slice(entryStart, at), part);
          [from, isAfterLong] = [partEnd, true];
          at = partEnd - 1;
        }
      } else if (unit === units.comma && depth === 0) {
        entryStart = at + 1;
        if (isAfterLong) requireBlank(text.slice(from, at));
        else if (at - from >= this.#atOnce) this.#addPiece(whole, text.slice(from, at));
        else continue;
        [from, isAfterLong] = [entryStart, false];
        if (this.#stretch.isOver) await this.#stretch.pause();
      }
    }
    const rest = text.slice(from, end - 1);
    if (isAfterLong) requireBlank(rest);
    else if (from > start + 1 || !isBlank(rest)) this.#addPiece(whole, rest);
    return whole;
  }

  /** Adds one or more short entries. */
  #addPiece(whole: unknown, piece: string): void {
    if (isBlank(piece)) throw new SyntaxError('An entry is missing.');
    if (!Array.isArray(whole)) addFields(Object(whole), JSON.parse(`{${piece}}`));
    else for (const entry of JSON.parse(`[${piece}]`)) whole.push(entry);
  }

  /** Adds a long entry. @param head the text of the entry before its value: the name of a field and a colon. */
  #addPart(whole: unknown, head: string, part: unknown): void {
    if (Array.isArray(whole)) {
      requireBlank(head);
      whole.push(part);
      return;
    }
    const [name = ''] = Object.keys(JSON.parse(`{${head}null}`));
    addFields(Object(whole), { [name]: part });
  }
}

/**
 * Parses JSON text as `JSON.parse` does, but lets other work run meanwhile: 4 MB of short entries take half a second.
 * @param longParts from `scanJson`: where the lists and objects end that are longer than `atOnce`.
 * @throws SyntaxError
 */
export const parseInStretches = (
  text: string,
  longParts: ReadonlyMap<number, number>,
  atOnce = charactersAtOnce,
): Promise<unknown> => new Parser(text, longParts, atOnce).parse();
