import { foldedUnits, ignoredUnit, lineBreakUnit, spaceUnit } from './fold.ts';

/** The edges of a trie in one open-addressing hash table of numbers: a Map per node takes ten times the memory. */
class Edges {
  readonly #mask: number;
  readonly #from: Int32Array;
  readonly #unit: Uint16Array;
  readonly #to: Int32Array;

  /** @param maxEdges the maximum number of edges. */
  constructor(maxEdges: number) {
    const slotCount = 2 ** Math.ceil(Math.log2(Math.max(2 * maxEdges, 2)));
    this.#mask = slotCount - 1;
    this.#from = new Int32Array(slotCount);
    this.#unit = new Uint16Array(slotCount);
    this.#to = new Int32Array(slotCount);
  }

  #slotOf(from: number, unit: number): number {
    const mixed = Math.imul(from, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & this.#mask;
    while (this.#to[slot] !== 0 && (this.#from[slot] !== from || this.#unit[slot] !== unit)) {
      slot = (slot + 1) & this.#mask;
    }
    return slot;
  }

  /** The node that an edge leads to; 0 if there is no such edge, since no edge leads to the root. */
  get(from: number, unit: number): number {
    return this.#to[this.#slotOf(from, unit)] ?? 0;
  }

  add(from: number, unit: number, to: number): void {
    const slot = this.#slotOf(from, unit);
    this.#from[slot] = from;
    this.#unit[slot] = unit;
    this.#to[slot] = to;
  }
}

/** By folded unit: the units that fold to it. */
const unitsByFolded = Map.groupBy(foldedUnits.keys(), (unit) => foldedUnits[unit] ?? unit);

/** What a UTF-16 unit can start: no alias, only longer aliases, or an alias of just this unit. */
const startKinds = { none: 0, beginning: 1, alias: 2 } as const;

const pairSlotCount = 0x4000;
/** The slot of a unit and the folded form of the next one, which may be shared with other pairs. */
const pairSlotOf = (first: number, second: number): number =>
  (Math.imul(first, 31) ^ second) & (pairSlotCount - 1);

/**
 * Searches a text for many folded aliases in one pass. Reading the text takes time proportional to its length, however many
 * aliases there are (Aho and Corasick, CACM 1975). A state is a number, 0 at the start. It stands for a string: the
 * longest suffix of the text read so far that is a prefix of an alias.
 */
export class AliasAutomaton {
  readonly #edges: Edges;
  /** By state: the state for its longest proper suffix that is a prefix of an alias. */
  readonly #fallback: Int32Array;
  /** By state: 1 + the index of the alias that it completes, or 0. */
  readonly #completedAlias: Int32Array;
  /** By state: the state for its longest proper suffix that is an alias, or 0. */
  readonly #nextShorterMatch: Int32Array;
  /** By UTF-16 unit: one of `startKinds`. */
  readonly #starts = new Uint8Array(0x1_0000);
  /** By `pairSlotOf`: 1 if an alias starts with a pair in this slot. */
  readonly #startPairs = new Uint8Array(pairSlotCount);

  /**
   * @param aliases folded, distinct, each at least one character long.
   * @param canStart whether an alias may start with a unit of the text that folds to the alias's first unit.
   */
  constructor(
    aliases: readonly string[],
    canStart: (aliasIndex: number, unit: number) => boolean = () => true,
  ) {
    const unitCount = aliases.reduce((sum, alias) => sum + alias.length, 0);
    this.#edges = new Edges(unitCount);
    this.#fallback = new Int32Array(unitCount + 1);
    this.#completedAlias = new Int32Array(unitCount + 1);
    this.#nextShorterMatch = new Int32Array(unitCount + 1);
    for (const [index, alias] of aliases.entries()) {
      const first = alias.charCodeAt(0);
      for (const unit of unitsByFolded.get(first) ?? []) {
        if (!canStart(index, unit)) continue;
        if (alias.length === 1) this.#starts[unit] = startKinds.alias;
        else {
          this.#starts[unit] ||= startKinds.beginning;
          this.#startPairs[pairSlotOf(unit, alias.charCodeAt(1))] = 1;
        }
      }
    }
    // Breadth first, so that all shorter states exist before a new one is added.
    let unfinishedAliases = aliases.map((alias, index) => ({ alias, index, state: 0 }));
    let lastState = 0;
    for (let depth = 0; unfinishedAliases.length > 0; depth += 1) {
      for (const entry of unfinishedAliases) {
        const unit = entry.alias.charCodeAt(depth);
        const existingState = this.#edges.get(entry.state, unit);
        if (existingState === 0) {
          lastState += 1;
          this.#addState(lastState, entry.state, unit);
        }
        entry.state = existingState === 0 ? lastState : existingState;
      }
      for (const { alias, index, state } of unfinishedAliases) {
        if (alias.length === depth + 1) this.#completedAlias[state] = index + 1;
      }
      unfinishedAliases = unfinishedAliases.filter(({ alias }) => alias.length > depth + 1);
    }
  }

  #addState(state: number, parent: number, unit: number): void {
    const fallback = parent === 0 ? 0 : this.#fallBack(this.#fallback[parent] ?? 0, unit);
    this.#edges.add(parent, unit, state);
    this.#fallback[state] = fallback;
    this.#nextShorterMatch[state] = this.#completedAlias[fallback]
      ? fallback
      : (this.#nextShorterMatch[fallback] ?? 0);
  }

  /** The longest state that a state or one of its fallbacks leads to with a folded unit. */
  #fallBack(state: number, folded: number): number {
    for (let from = state; ; from = this.#fallback[from] ?? 0) {
      const next = this.#edges.get(from, folded);
      if (next !== 0 || from === 0) return next;
    }
  }

  /**
   * The first index in a text, from `at` on, where an alias may start; the text's length if there is none.
   * @param isSeparator whether a folded unit is skipped within aliases; by default, none is.
   */
  findNextStart(text: string, at: number, isSeparator?: (folded: number) => boolean): number {
    for (let index = at; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const kind = this.#starts[unit];
      if (kind === startKinds.none) continue;
      if (kind === startKinds.alias || index + 1 === text.length) return index;
      const second = foldedUnits[text.charCodeAt(index + 1)] ?? 0;
      if (second === ignoredUnit || isSeparator?.(second)) return index;
      const slot = pairSlotOf(unit, second === lineBreakUnit ? spaceUnit : second);
      if (this.#startPairs[slot] === 1) return index;
    }
    return text.length;
  }

  /**
   * Returns the state after one more unit.
   * @param unit the unit of the text; a unit that no alias may start with is not taken as a start.
   * @param folded what the unit folds to.
   */
  advance(state: number, unit: number, folded: number): number {
    for (let from = state; ; from = this.#fallback[from] ?? 0) {
      if (from === 0 && this.#starts[unit] === startKinds.none) return 0;
      const next = this.#edges.get(from, folded);
      if (next !== 0 || from === 0) return next;
    }
  }

  /** The state that completes the longest alias that is a suffix of a state's string, or 0. */
  findLongestMatch(state: number): number {
    return this.#completedAlias[state] ? state : (this.#nextShorterMatch[state] ?? 0);
  }

  /** The state that completes the longest alias that is a proper suffix of a state's string, or 0. */
  findNextShorterMatch(state: number): number {
    return this.#nextShorterMatch[state] ?? 0;
  }

  /** The index of the alias that a state completes; −1 if it completes none. */
  aliasIndexOf(state: number): number {
    return (this.#completedAlias[state] ?? 0) - 1;
  }
}
