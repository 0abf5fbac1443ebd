import fc from 'fast-check';

const evenly = (range: { min: number; max: number }) => fc.noBias(fc.integer(range));

/** Draws values one after another, so that a world can be built in plain steps and still be shrunk. */
export class Draw {
  readonly #gen: fc.GeneratorValue;
  constructor(gen: fc.GeneratorValue) {
    this.#gen = gen;
  }
  /** Prefers the ends of the range. */
  whole(min: number, max: number): number {
    return this.#gen(fc.integer, { min, max });
  }
  /** Prefers nothing. */
  even(min: number, max: number): number {
    return this.#gen(evenly, { min, max });
  }
  chance(oneIn: number): boolean {
    return this.even(1, oneIn) === 1;
  }
  one<T>(from: readonly T[]): T {
    const value = from[this.even(0, from.length - 1)];
    if (value === undefined) throw new Error('nothing to draw from');
    return value;
  }
  some<T>(from: readonly T[], oneIn = 2): T[] {
    return from.filter(() => this.chance(oneIn));
  }
  shuffled<T>(from: readonly T[]): T[] {
    return from
      .map((value) => ({ value, at: this.even(0, 1_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}
