/** Formats an instant as the API does: ISO 8601, in UTC. Null stays null. */
export function toTimestamp(at: number): string;
export function toTimestamp(at: number | null): string | null;
export function toTimestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
