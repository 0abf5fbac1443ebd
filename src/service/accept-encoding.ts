/** What each coding of an `Accept-Encoding` header weighs, by lowercase name. A weight that is none counts as 0. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const isWeight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight);
    weights.set(name === 'x-gzip' ? 'gzip' : name, isWeight ? Number(weight) : 0);
  }
  return weights;
}

/**
 * The coding that a request's `Accept-Encoding` takes best (RFC 9110, 12.5.3): of several that weigh the same, the first
 * one offered. Null where it takes none of them, or rather has the content as it is.
 */
export function preferredCoding<C extends string>(
  header: string | null | undefined,
  offered: readonly C[],
): C | null {
  if (!header) return null;
  const weights = weightsOf(header);
  let best: C | null = null;
  // Content as it is may always be sent, and is preferred only where the header says so.
  let most = weights.get('identity') ?? 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    const isBetter = best === null ? weight > 0 && weight >= most : weight > most;
    if (!isBetter) continue;
    best = coding;
    most = weight;
  }
  return best;
}
