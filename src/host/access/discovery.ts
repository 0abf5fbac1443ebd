import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { pathTo } from '../../contract/every-endpoint.ts';
import { SharedView } from '../../contract/sightline/shares.ts';
import type { Service } from '../service.ts';
import { shareEndedStatuses } from './key-check.ts';
import { createRequestWithKey } from './request-with-key.ts';
import type { OpenSession } from './sessions.ts';

/** How long the service may take to list its capabilities, or to return what a share shows, in milliseconds. */
const responseLimitMs = 2_000;
/**
 * The maximum number of characters of a response. A longer one is ignored, since its content would go into every
 * document. Leaves room for a share's logo of 64 KiB.
 */
const maxResponseLength = 130_000;

const Capabilities = v.object({
  // Limited, since every HTML document contains them.
  capabilities: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{0,49}$/))),
    v.maxLength(100),
  ),
});

const parseJson = (text: string): unknown => {
  try {
    return text.length > maxResponseLength ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

interface OptionalResult<T> {
  /** Null if the request failed or timed out. */
  status: number | null;
  /** Null for a failure or an invalid response. */
  value: T | null;
}

const emptyResult = { status: null, value: null };

async function fetchJson<S extends v.GenericSchema>(
  schema: S,
  service: Service,
  request: Request,
  { address, session }: Pick<DiscoveryOptions, 'address' | 'session'>,
): Promise<OptionalResult<v.InferOutput<S>>> {
  const caller = { address, sessionBeganAt: session.beganAt, isSigningIn: false };
  const response = await service.fetch(request, caller);
  const { status } = response;
  if (status !== 200) {
    await response.body?.cancel();
    return { status, value: null };
  }
  const decoded = decode(schema, parseJson(await response.text()));
  return { status, value: decoded.ok ? decoded.value : null };
}

export interface DiscoveryOptions {
  service: Service;
  session: OpenSession;
  /** The client's network address. */
  address: string;
  limitMs?: number;
}

/** Reads a resource that pages can do without. Never rejects. */
async function readOptional<S extends v.GenericSchema>(
  schema: S,
  path: string,
  request: Request,
  { service, session, address, limitMs = responseLimitMs }: DiscoveryOptions,
): Promise<OptionalResult<v.InferOutput<S>>> {
  const { promise: timeoutResult, resolve } = Promise.withResolvers<typeof emptyResult>();
  const timeoutController = new AbortController();
  const timer = setTimeout(() => {
    timeoutController.abort();
    resolve(emptyResult);
  }, limitMs);
  const signal = AbortSignal.any([request.signal, timeoutController.signal]);
  const resourceRequest = createRequestWithKey(request, path, session.apiKey, signal);
  const result = fetchJson(schema, service, resourceRequest, { address, session }).catch(
    () => emptyResult,
  );
  return Promise.race([result, timeoutResult]).finally(() => clearTimeout(timer));
}

/**
 * Reads what the service offers beyond v1. A v1 service need not have this endpoint, so a 404, a failure, an invalid
 * response and a timeout all mean no capabilities. Never rejects.
 * @param request the browser's request, whose headers are passed on, with the session's key in place of the cookie.
 */
export async function readCapabilities(
  request: Request,
  options: DiscoveryOptions,
): Promise<string[]> {
  const path = pathTo('discovery', {});
  const { value } = await readOptional(Capabilities, path, request, options);
  return value?.capabilities ?? [];
}

/**
 * Reads what a session's share shows. Never rejects.
 * @returns the view, 'ended' if the share no longer exists, or 'unknown' if there is no usable response.
 */
export async function readSharedView(
  request: Request,
  options: DiscoveryOptions,
): Promise<SharedView | 'ended' | 'unknown'> {
  const path = pathTo('share', {});
  const { status, value } = await readOptional(SharedView, path, request, options);
  return value ?? (shareEndedStatuses.includes(status ?? 0) ? 'ended' : 'unknown');
}
