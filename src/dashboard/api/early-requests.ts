/** Gives the response of an early request, which stops when the signal aborts. */
type Claim = (stop: AbortSignal) => Promise<Response>;

/** Requests sent before the page had its own code, by name. Each is claimed once, by the call that repeats it. */
class EarlyRequests {
  readonly #unclaimed = new Map<string, Claim>();
  #isOpen = true;

  /** False once the page has made a call of its own: later requests are not early. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  add(name: string, claim: Claim): void {
    this.#unclaimed.set(name, claim);
  }

  remove(name: string): void {
    this.#unclaimed.delete(name);
  }

  /** Takes the request that the page's call repeats, if there is one. */
  claim(name: string): Claim | undefined {
    this.#isOpen = false;
    const claim = this.#unclaimed.get(name);
    this.#unclaimed.delete(name);
    return claim;
  }
}

/** Those of this document: its early script and its own code share nothing else. */
export const earlyRequests = new EarlyRequests();
