import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { sightlinePathTo } from '../../contract/sightline/endpoints.ts';
import type { Service } from '../backend/upstream.ts';
import { requestWithKey } from './request-with-key.ts';
import type { OpenSession } from './sessions.ts';

/** How long the service may take to list its capabilities, in milliseconds. */
const responseLimitMs = 2_000;
/** Longer responses are not read: the page receives the list with every document. */
const longestText = 10_000;

const Capabilities = v.object({
  capabilities: v.array(v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{0,49}$/))),
});

const parsed = (text: string): unknown => {
  try {
    return text.length > longestText ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

async function fetchCapabilities(
  service: Service,
  request: Request,
  address: string,
  session: OpenSession,
) {
  const caller = { address, sessionBegan: session.beganAt, signsIn: false };
  const response = await service.fetch(request, caller);
  if (response.status !== 200) {
    await response.body?.cancel();
    return [];
  }
  const decoded = decode(Capabilities, parsed(await response.text()));
  return decoded.ok ? decoded.value.capabilities : [];
}

export interface DiscoveryOptions {
  service: Service;
  session: OpenSession;
  /** The client's network address. */
  address: string;
  limitMs?: number;
}

/**
 * Reads what the service offers beyond v1. Any v1 service works without it, so a 404, a failure, an invalid response or
 * none within two seconds all mean no capabilities. Never rejects.
 * @param request the request that the page settings are for.
 */
export async function readCapabilities(
  request: Request,
  { service, session, address, limitMs = responseLimitMs }: DiscoveryOptions,
): Promise<string[]> {
  const { promise: tooLate, resolve } = Promise.withResolvers<string[]>();
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort();
    resolve([]);
  }, limitMs);
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const discovery = requestWithKey(
    request,
    sightlinePathTo('discovery', {}),
    session.apiKey,
    signal,
  );
  const received = fetchCapabilities(service, discovery, address, session).catch(() => []);
  return Promise.race([received, tooLate]).finally(() => clearTimeout(timer));
}
