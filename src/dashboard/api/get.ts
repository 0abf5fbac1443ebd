import type { QueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import type { Caller } from './query-client.ts';
import { request } from './request.ts';

/** The part of a query function's context that requests need. */
export interface RequestContext {
  signal: AbortSignal;
  client: QueryClient;
}

export function callerOf({ client }: RequestContext): Caller {
  const caller = client.getDefaultOptions().queries?.meta?.caller;
  if (!caller) throw new Error('A query ran in a QueryClient without a caller.');
  return caller;
}

/** Reads from the service on the caller's behalf. @throws ApiError */
export function get<S extends v.GenericSchema>(
  context: RequestContext,
  schema: S,
  path: string,
  search?: URLSearchParams,
): Promise<v.InferOutput<S>> {
  const { session, transport } = callerOf(context);
  const call = { method: 'GET', path, session, transport, signal: context.signal } as const;
  return request(search ? { ...call, search } : call, schema);
}
