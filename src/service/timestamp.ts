/** An instant in the interface's format: ISO 8601, UTC. */
export function toTimestamp(at: number): string;
export function toTimestamp(at: number | null): string | null;
export function toTimestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
