type Parts = typeof import('./parts.ts').parts;

let loading: Promise<Parts | null> | undefined;

/** The parts of the chart that load on demand, requested once; null if they could not be loaded. */
export function loadParts(): Promise<Parts | null> {
  loading ??= import('./parts.ts').then(
    ({ parts }) => parts,
    () => null,
  );
  return loading;
}
