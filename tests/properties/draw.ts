import fc from 'fast-check';

const uniformArbitrary = (range: { min: number; max: number }) => fc.noBias(fc.integer(range));

/** Draws random values one by one, so that worlds are built in plain code and a seed reproduces them. */
export class Draw {
  readonly #gen: fc.GeneratorValue;
  constructor(gen: fc.GeneratorValue) {
    this.#gen = gen;
  }
  /** An integer, biased towards the ends of the range. */
  biasedInteger(min: number, max: number): number {
    return this.#gen(fc.integer, { min, max });
  }
  /** An integer, uniformly distributed. */
  uniformInteger(min: number, max: number): number {
    return this.#gen(uniformArbitrary, { min, max });
  }
  /** True with a probability of one in `oneIn`. */
  chance(oneIn: number): boolean {
    return this.uniformInteger(1, oneIn) === 1;
  }
  pick<T>(from: readonly T[]): T {
    const value = from[this.uniformInteger(0, from.length - 1)];
    if (value === undefined) throw new Error('There is nothing to draw from.');
    return value;
  }
  /** Each value with a probability of one in `oneIn`, in the original order. */
  pickSome<T>(from: readonly T[], oneIn = 2): T[] {
    return from.filter(() => this.chance(oneIn));
  }
  shuffle<T>(from: readonly T[]): T[] {
    return from
      .map((value) => ({ value, at: this.uniformInteger(0, 1_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}
