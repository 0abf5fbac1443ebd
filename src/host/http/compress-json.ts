import type { MiddlewareHandler } from 'hono';
import { codingFor, toReportBody, toResponse } from '../../service/reports/report-body.ts';

/**
 * Compresses the JSON of lists, single resources and the OpenAPI documents for clients that accept it. Leaves reports of
 * the built-in service alone, which come with `Vary`: they are compressed once, for the cache.
 */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers, status } = c.res;
  const isJson = headers.get('Content-Type')?.startsWith('application/json') ?? false;
  if (status !== 200 || !isJson || headers.has('Vary')) return;
  const coding = codingFor(c.req.raw);
  if (coding === null) {
    headers.set('Vary', 'Accept-Encoding');
    return;
  }
  const plain = new Uint8Array(await c.res.arrayBuffer());
  const response = toResponse(await toReportBody(plain, coding), coding);
  for (const [name, value] of headers) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  // Otherwise the response would get the headers of the replaced one once more, and its body would become a stream.
  c.res = undefined;
  c.res = response;
};
