import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { StoreFull } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';
import { withAuditTrail } from './with-audit-trail.ts';

/** Returns the detail recorded for an import that fails with `error` or, if null, with the reason of `signal`. */
async function recordFailure(
  error: Error | null,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const store = createMemoryStore();
  const failingAdministration = { run: () => Promise.reject(error ?? signal?.reason) };
  const { run } = withAuditTrail(failingAdministration, store, () => 0);
  const request = { path: '/data/file', account: null };
  await expect(run('import', request, { signal })).rejects.toThrow();
  return (await store.audit({ limit: 1 }))[0]?.detail;
}

const abortError = new DOMException('Cancelled', 'AbortError');

it.each([
  ['an aborted signal', 'the command ended', null, AbortSignal.abort()],
  [
    'a signal aborted by the host',
    'the host was stopping',
    null,
    AbortSignal.abort(new AdministrationError('Stopping.')),
  ],
  ['a full disk', 'a full disk', new StoreFull('No room.'), AbortSignal.abort()],
  ['a signal that was not aborted', 'the import failed', abortError, new AbortController().signal],
  ['no signal', 'the import failed', abortError, undefined],
])('records why an import failed: with %s, "%s"', async (_, detail, error, signal) => {
  expect(await recordFailure(error, signal)).toBe(detail);
});
