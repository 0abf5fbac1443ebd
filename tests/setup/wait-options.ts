/** Options of `vi.waitFor`, with a timeout long enough for a busy machine. */
export const waitOptions = { timeout: 60_000, interval: 50 } as const;
