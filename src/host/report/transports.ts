import { pathTo } from '../../contract/every-endpoint.ts';
import { sampleHeader } from '../../contract/page-settings.ts';
import type { Transport } from '../../contract/report-file.ts';
import type { Administration } from '../admin/administration.ts';

/**
 * Creates a transport that reads through an `Administration`, with the access of the account that owns the site.
 * @throws AdministrationError if there is no such site.
 */
export async function openOperatorTransport(
  administration: Administration,
  siteId: string,
): Promise<Transport> {
  const send: Transport = async (address) => {
    const { status, contentType, isSample, body } = await administration.run('read', {
      siteId,
      address,
    });
    const headers = new Headers({ 'Content-Type': contentType });
    if (isSample) headers.set(sampleHeader, '1');
    return new Response(body, { status, headers });
  };
  // Without this read, a missing site would look like a service that does not respond, and the request would be
  // retried.
  await send(pathTo('discovery', {}), {});
  return send;
}

/**
 * Creates a transport that uses a key to read from a host.
 * @param host its URL, without a trailing slash.
 */
export const createKeyTransport =
  (host: string, key: string): Transport =>
  (address, init) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${key}`);
    return fetch(`${host}${address}`, {
      method: 'GET',
      headers,
      redirect: 'error',
      signal: init.signal ?? null,
    });
  };
