import { HttpResponse, http, type RequestHandler } from 'msw';

const html = '<!doctype html><title>Welcome</title><p>Not the interface.';

/** Functions that create a faulty response, by the name of the fault. */
const faultyResponders: Readonly<Record<string, () => Response>> = {
  'the wrong shape': () => HttpResponse.json({ data: 7, id: null, cells: { a: 1 } }),
  'a list': () => HttpResponse.json([]),
  HTML: () => new HttpResponse(html, { headers: { 'Content-Type': 'text/html' } }),
  'no body': () => new HttpResponse(null, { status: 204 }),
  'status 500': () => HttpResponse.json({}, { status: 500 }),
  'status 404': () => HttpResponse.json({}, { status: 404 }),
  'status 403': () => HttpResponse.json({}, { status: 403 }),
  'a broken connection': () => HttpResponse.error(),
};

/** The name of each fault, and a handler that responds with it to every call to Sightline's own API. */
export const faultHandlers: readonly (readonly [string, RequestHandler])[] = Object.entries(
  faultyResponders,
).map(([name, respond]) => [name, http.all('*/sightline/v1/*', respond)]);

/** Never responds to calls to Sightline's own API. */
export const hangingHandler = http.all('*/sightline/v1/*', () => new Promise<never>(() => {}));

/** Those of `calls` that were made to Sightline's own API. */
export const sightlineCalls = (calls: readonly string[]): string[] =>
  calls.filter((call) => call.includes(' /sightline/'));
