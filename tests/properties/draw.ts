import fc from 'fast-check';

const uniformly = (range: { min: number; max: number }) => fc.noBias(fc.integer(range));

/** Draws random values one by one, so that worlds are built in plain code and can still be shrunk. */
export class Draw {
  readonly #gen: fc.GeneratorValue;
  constructor(gen: fc.GeneratorValue) {
    this.#gen = gen;
  }
  /** An integer, biased towards the ends of the range. */
  biased(min: number, max: number): number {
    return this.#gen(fc.integer, { min, max });
  }
  /** An integer, uniformly distributed. */
  uniform(min: number, max: number): number {
    return this.#gen(uniformly, { min, max });
  }
  /** True once in `oneIn` times on average. */
  chance(oneIn: number): boolean {
    return this.uniform(1, oneIn) === 1;
  }
  one<T>(from: readonly T[]): T {
    const value = from[this.uniform(0, from.length - 1)];
    if (value === undefined) throw new Error('There is nothing to draw from.');
    return value;
  }
  some<T>(from: readonly T[], oneIn = 2): T[] {
    return from.filter(() => this.chance(oneIn));
  }
  shuffled<T>(from: readonly T[]): T[] {
    return from
      .map((value) => ({ value, at: this.uniform(0, 1_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}
