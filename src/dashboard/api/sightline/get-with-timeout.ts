import type * as v from 'valibot';
import { ApiError } from '../errors.ts';
import { get, type RequestContext } from '../get.ts';

/** Milliseconds after which a request is aborted. */
export const sightlineTimeout = 5_000;

/**
 * Reads from Sightline's own API with a shorter timeout than v1, so that a page that can fall back to v1 does not wait
 * long.
 * @throws ApiError
 */
export async function getWithTimeout<S extends v.GenericSchema>(
  context: RequestContext,
  schema: S,
  path: string,
  search?: URLSearchParams,
): Promise<v.InferOutput<S>> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new ApiError({ kind: 'timeout', call: `GET ${path}` })),
    sightlineTimeout,
  );
  const signal = AbortSignal.any([context.signal, timeout.signal]);
  try {
    return await get({ ...context, signal }, schema, path, search);
  } finally {
    clearTimeout(timer);
  }
}
