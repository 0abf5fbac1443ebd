import { expect, it } from 'vitest';
import { describeDestination } from './destination-name.ts';

it.each([
  ['/clients', null],
  ['/clients/1/sites', 'a client’s sites'],
  ['/clients/1/sites/2/timeline?metric=gap', 'a site’s timeline'],
  ['/sites/2/timeline', 'a site’s timeline'],
  ['/clients/1/sites/2/matrix?range=30d', 'a site’s matrix'],
  ['/sites/2/matrix', 'a site’s matrix'],
  ['/clients/1/sites/2/sources?list=citedNotNamed', 'a site’s sources'],
  ['/clients/1/sites/2/answers?answer=3', 'a site’s answers'],
  ['/sites/2/report', 'a site’s report'],
  ['/sites/2/timeline?scan=3', 'a scan'],
  ['/clients/1/sites/2?prompt=3', 'a prompt'],
  ['/sites/2/timeline?recommendation=3', 'the notes on a recommendation'],
  ['/sites/2/scans', 'a site’s scans'],
  ['/sites/2/setup', 'a site’s set-up'],
  ['/clients/1/setup', 'a client’s set-up'],
  ['/clients/new', 'the form for a new client'],
  ['/clients/1/sites/new', 'the form for a new site'],
  ['/sites/new', 'the form for a new site'],
  ['/elsewhere', 'the page you requested'],
])('describes %s as %j', (path, name) => {
  expect(describeDestination(path)).toBe(name);
});
