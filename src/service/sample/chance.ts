/**
 * Creates a function that returns pseudo-random numbers in [0, 1), the same for the same seed on every machine.
 * Passes a Weyl sequence through the 32-bit finalizer of MurmurHash3; not for secrets.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** A seed from several values, always the same for the same ones: a 32-bit FNV-1a hash. */
export function seedOf(...values: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(values.join('\n'))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
