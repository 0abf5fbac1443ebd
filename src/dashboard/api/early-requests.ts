/** Returns the response of an early request; the signal aborts it. */
type Claim = (stop: AbortSignal) => Promise<Response>;

/** Requests sent before the page's code loaded, by name. The page's first matching request claims each. */
class EarlyRequests {
  readonly #unclaimed = new Map<string, Claim>();
  #isOpen = true;

  /** False after the page's first request. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  add(name: string, claim: Claim): void {
    this.#unclaimed.set(name, claim);
  }

  remove(name: string): void {
    this.#unclaimed.delete(name);
  }

  /** Removes and returns the early request with this name, if there is one. From then on, no request is early. */
  claim(name: string): Claim | undefined {
    this.#isOpen = false;
    const claim = this.#unclaimed.get(name);
    this.#unclaimed.delete(name);
    return claim;
  }
}

/** The only state that the early script and the page's code share. */
export const earlyRequests = new EarlyRequests();
