/** Few enough for a server, which accepts parameters of up to 128 KiB. */
const idsPerStatement = 2_000;

/** Splits IDs into slices, each of which a statement can take as a parameter. */
export function* slicesOfIds(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += idsPerStatement)
    yield ids.slice(start, start + idsPerStatement);
}
