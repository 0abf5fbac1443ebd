/** Ends a pause early. */
export class Alarm {
  #controller = new AbortController();

  /** Ends the pauses with the current signal, even those that have yet to begin. */
  ring(): void {
    this.#controller.abort();
  }

  /** A signal that aborts when the alarm rings from now on. */
  set(): AbortSignal {
    this.#controller = new AbortController();
    return this.#controller.signal;
  }
}
