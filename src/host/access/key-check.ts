import { randomUUID } from 'node:crypto';
import { pathTo } from '../../contract/every-endpoint.ts';
import type { Caller } from '../../service/service.ts';
import type { Service } from '../service.ts';
import { createRequestWithKey } from './request-with-key.ts';

/** What is sent to the service as the bearer token. */
export interface Credentials {
  /** A key; for a share, its secret and the encoded passphrase, if any. */
  apiKey: string;
  isShare: boolean;
}

/** What the service says about a key. If it is neither accepted nor refused, the service could not tell. */
export interface KeyCheck {
  /** Whether the key is accepted. */
  ok: boolean;
  isRefused: boolean;
  /** The status that decided; 401 for any key, though not any share, that is refused. */
  status: number;
  /** The response to the call that decided. */
  response: Response;
}

/** Statuses that mean that the share has ended. A service without shares may respond with 403 or 404. */
export const shareEndedStatuses: readonly number[] = [401, 403, 404];

/**
 * Checks a key with a read that needs no ID: the key's clients, or what a share shows. A key may be valid without the
 * right to list clients: after a 403, the filters of a site that does not exist decide, with 404 for a key that may
 * read them and 403 for one that may not.
 * @param request the call whose headers are passed on.
 */
export async function checkKey(
  service: Service,
  request: Request,
  { apiKey, isShare }: Credentials,
  caller: Caller,
  signal = request.signal,
): Promise<KeyCheck> {
  const read = async (path: string): Promise<Response> =>
    service.fetch(createRequestWithKey(request, path, apiKey, signal), caller);
  if (isShare) {
    const response = await read(pathTo('share', {}));
    const { ok, status } = response;
    return { ok, isRefused: shareEndedStatuses.includes(status), status, response };
  }
  const clients = await read(pathTo('clients', {}));
  if (clients.status !== 403) {
    const { ok, status } = clients;
    return { ok, isRefused: status === 401, status, response: clients };
  }
  await clients.body?.cancel();
  const response = await read(pathTo('filters', { siteId: randomUUID() }));
  const isRefused = response.status === 401 || response.status === 403;
  const ok = response.ok || response.status === 404;
  return { ok, isRefused, status: isRefused ? 401 : response.status, response };
}
