/** Waits for the response to an early request, which is aborted when the signal aborts. */
type WaitForResponse = (stop: AbortSignal) => Promise<Response>;

/** Requests sent before the page's code loaded, by call key. The page's first call with that key claims the request. */
class EarlyRequests {
  readonly #unclaimed = new Map<string, WaitForResponse>();
  #canAdd = true;

  /** Whether early requests can still be added; false after the page's first call. */
  get canAdd(): boolean {
    return this.#canAdd;
  }

  add(key: string, waitForResponse: WaitForResponse): void {
    this.#unclaimed.set(key, waitForResponse);
  }

  remove(key: string): void {
    this.#unclaimed.delete(key);
  }

  /** Removes the early request with this key, if any, and returns a function that waits for its response. */
  claim(key: string): WaitForResponse | undefined {
    this.#canAdd = false;
    const waitForResponse = this.#unclaimed.get(key);
    this.#unclaimed.delete(key);
    return waitForResponse;
  }
}

/** The only state that the early script and the page's code share. */
export const earlyRequests = new EarlyRequests();
