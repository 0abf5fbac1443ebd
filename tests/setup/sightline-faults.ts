import { HttpResponse, http, type RequestHandler } from 'msw';
import { isSoak } from './soak.ts';

const html = '<!doctype html><title>Welcome</title><p>Not the interface.';

/** Functions that create a faulty response, by the name of the fault. */
const faultyResponders = {
  'the wrong shape': () => HttpResponse.json({ data: 7, id: null, cells: { a: 1 } }),
  'a list': () => HttpResponse.json([]),
  HTML: () => new HttpResponse(html, { headers: { 'Content-Type': 'text/html' } }),
  'no body': () => new HttpResponse(null, { status: 204 }),
  'status 500': () => HttpResponse.json({}, { status: 500 }),
  'status 404': () => HttpResponse.json({}, { status: 404 }),
  'status 403': () => HttpResponse.json({}, { status: 403 }),
  'a broken connection': () => HttpResponse.error(),
} satisfies Record<string, () => Response>;

/**
 * The given faults, each with a handler that responds with it to every call to Sightline's own API. All faults take the
 * same way through the page, so each test needs only a few of them; `npm run soak` runs every test with all of them.
 */
export function faultHandlersOf(
  ...names: readonly (keyof typeof faultyResponders)[]
): readonly (readonly [string, RequestHandler])[] {
  return Object.entries(faultyResponders)
    .filter(([name]) => isSoak || names.some((chosen) => chosen === name))
    .map(([name, respond]) => [name, http.all('*/sightline/v1/*', respond)]);
}

/** Never responds to calls to Sightline's own API. */
export const hangingHandler = http.all('*/sightline/v1/*', () => new Promise<never>(() => {}));

/** Those of `calls` that were made to Sightline's own API. */
export const sightlineCalls = (calls: readonly string[]): string[] =>
  calls.filter((call) => call.includes(' /sightline/'));
