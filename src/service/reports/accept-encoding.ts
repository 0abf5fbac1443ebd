/** The weight of each coding in an `Accept-Encoding` header, by lowercase name. An invalid weight counts as 0. */
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
 * The offered coding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3), or the first of several
 * equally preferred ones. Null if the header is missing, accepts none, or prefers uncompressed content.
 */
export function findPreferredCoding<C extends string>(
  header: string | null | undefined,
  offeredCodings: readonly C[],
): C | null {
  if (!header) return null;
  const weights = weightsOf(header);
  let bestCoding: C | null = null;
  // Uncompressed content is preferred only if the header gives it a weight of its own.
  let bestWeight = weights.get('identity') ?? 0;
  for (const coding of offeredCodings) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    const isBetter = bestCoding === null ? weight > 0 && weight >= bestWeight : weight > bestWeight;
    if (!isBetter) continue;
    bestCoding = coding;
    bestWeight = weight;
  }
  return bestCoding;
}
