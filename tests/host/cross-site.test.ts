import { expect, it } from 'vitest';
import { takesBody } from '../../src/contract/endpoint.ts';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { measured } from '../service/small-world.ts';
import { openHost, sessionOf } from './harness.ts';

const notes = pathTo('notes', {
  siteId: measured.siteId,
  recommendationId: measured.recommendations[0] ?? '',
});
const calls = [
  ['GET', '/v1/clients'],
  ['GET', pathTo('timeline', { siteId: measured.siteId })],
  ['POST', notes],
  ['PATCH', pathTo('changeSite', { siteId: measured.siteId })],
  ['PUT', pathTo('saveSetup', { siteId: measured.siteId })],
  ['DELETE', '/session'],
  ['POST', '/session'],
] as const;
/** A note, and a change of a site or its set-up that changes nothing. */
const setupOrNote = JSON.stringify({ body: 'Seen.' });
const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  null,
] as const;
const fetchSites = ['same-origin', 'same-site', 'cross-site', 'none', null] as const;

it('a session is never accepted from another site, whatever the method and headers', async () => {
  const host = await openHost();
  const hostOrigin = new URL(host.url).origin;
  const origins = [
    hostOrigin,
    'https://evil.example',
    `${hostOrigin}.evil.example`,
    'null',
    null,
  ] as const;
  const outcomes = { calls: 0, allowed: 0 };
  const key = host.key('agency');
  const { cookie, id } = sessionOf(await host.signIn(key));
  for (const [method, path] of calls) {
    for (const origin of origins) {
      for (const fetchSite of fetchSites) {
        for (const contentType of contentTypes) {
          for (const session of [id, null]) {
            const headers = {
              cookie,
              ...(origin === null ? {} : { origin }),
              ...(fetchSite === null ? {} : { 'sec-fetch-site': fetchSite }),
              ...(contentType === null ? {} : { 'content-type': contentType }),
              ...(session === null ? {} : { 'x-session': session }),
            };
            const body = path === '/session' ? JSON.stringify({ apiKey: key }) : setupOrNote;
            const isRead = method === 'GET';
            const response = await host.call({
              method,
              path,
              headers,
              ...(isRead ? {} : { body }),
            });
            outcomes.calls += 1;
            if (response.status >= 300) continue;
            outcomes.allowed += 1;
            const isSameOrigin =
              fetchSite === null
                ? origin === null || origin === hostOrigin
                : fetchSite === 'same-origin';
            const context = `${method} ${path} ${JSON.stringify(headers)}`;
            expect(isSameOrigin, context).toBe(true);
            // Signing in and out is possible without X-Session.
            if (path !== '/session') expect(session, context).toBe(id);
            if (takesBody(method)) expect(contentType, context).toBe('application/json');
          }
        }
      }
    }
  }
  expect(outcomes.calls).toBe(1_750);
  expect(outcomes.allowed).toBeGreaterThan(50);
});
