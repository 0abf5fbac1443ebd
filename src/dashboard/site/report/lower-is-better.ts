/** Metrics that are good when they are low. For any other metric, known or not, higher is better. */
const metricsToLower: ReadonlySet<string> = new Set(['gap']);

export const isLowerBetter = (metric: string): boolean => metricsToLower.has(metric);
