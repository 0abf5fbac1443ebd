/** How long to wait for what comes by itself: long enough for a machine that is busy with something else. */
export const soon = { timeout: 20_000, interval: 50 } as const;
