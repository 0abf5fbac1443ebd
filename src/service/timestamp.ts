/** An instant in the interface's format: ISO 8601, UTC. */
export function timestamp(at: number): string;
export function timestamp(at: number | null): string | null;
export function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
