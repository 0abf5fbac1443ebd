import { expect, it } from 'vitest';
import { createMemoryStore } from '../../service/store/memory/memory-store.ts';
import { StoreFull } from '../../service/store/store.ts';
import { createAdministration } from './administration.ts';
import { AdministrationError } from './administration-error.ts';
import { withAuditTrail } from './with-audit-trail.ts';

/** Returns the detail recorded for an import that fails with `error`, or with the reason of `signal` if that is null. */
async function recordFailure(
  error: Error | null,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const store = createMemoryStore();
  const failingAdministration = {
    ...createAdministration(store),
    importFile: () => Promise.reject(error ?? signal?.reason),
  };
  const { importFile } = withAuditTrail(failingAdministration, store, () => 0);
  await expect(importFile('/data/file', null, () => {}, signal)).rejects.toThrow();
  return (await store.audit({ limit: 1 }))[0]?.detail;
}

it.each([
  ['the command ended', null, AbortSignal.abort()],
  ['the host was stopping', null, AbortSignal.abort(new AdministrationError('Stopping.'))],
  ['a full disk', new StoreFull('No room.'), AbortSignal.abort()],
  ['the import failed', new DOMException('Cancelled', 'AbortError'), new AbortController().signal],
  ['the import failed', new DOMException('Cancelled', 'AbortError'), undefined],
])('records why an import failed: %s', async (detail, error, signal) => {
  expect(await recordFailure(error, signal)).toBe(detail);
});
