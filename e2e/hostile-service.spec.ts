import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test, withHost } from './host.ts';

const feedPath = (name: string) => `/sightline/v1/feeds/${name}.csv`;
const markup = `<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="${feedPath('script')}"></script></head></html>`;

/** The content type and body of each feed of a hostile service. A feed is the one address that needs no session. */
const hostileFeeds: Readonly<Record<string, readonly [string, string]>> = {
  script: ['text/javascript', 'document.documentElement.setAttribute("data-ran", "");'],
  html: ['text/html', markup],
  xhtml: ['application/xhtml+xml', markup],
  svg: [
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg"><script href="${feedPath('script')}"/></svg>`,
  ],
  json: ['application/json', markup],
};

test('no document of a hostile service runs a script in the dashboard’s origin', {
  tag: '@walk',
}, async ({ page }) => {
  const service = createServer(({ url = '' }, outgoing) => {
    const [type, body] = hostileFeeds[/(\w+)\.csv$/.exec(url)?.[1] ?? ''] ?? ['text/plain', ''];
    outgoing.setHeader('Content-Type', type).end(body);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    await withHost({ SERVICE_URL: `http://127.0.0.1:${port}` }, async ({ url }) => {
      for (const name of Object.keys(hostileFeeds)) {
        const response = await page.goto(url + feedPath(name));
        expect([name, response?.status()]).toEqual([name, 502]);
        await expect(page.locator('[data-ran]')).toHaveCount(0);
        expect([name, await page.evaluate(() => globalThis.origin)]).toEqual([name, 'null']);
      }
    });
  } finally {
    service.close();
    service.closeAllConnections();
  }
});
