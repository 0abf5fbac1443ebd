/** Hands out turns one at a time, in the order asked. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the turn; call what it gives to end it. */
  async take(): Promise<() => void> {
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = turn.promise;
    await before;
    return turn.resolve;
  }
}
