import { expect, it } from 'vitest';
import { describeDestination } from './destination-name.ts';

it.each([
  ['/clients', null],
  ['/clients/1/sites', 'the sites of a client'],
  ['/clients/1/sites/2/timeline?metric=gap', 'the timeline of a site'],
  ['/sites/2/timeline', 'the timeline of a site'],
  ['/clients/1/sites/2/matrix?range=30d', 'the matrix of a site'],
  ['/sites/2/matrix', 'the matrix of a site'],
  ['/clients/1/sites/2/sources?list=citedNotNamed', 'the sources of a site'],
  ['/clients/1/sites/2/answers?answer=3', 'the answers of a site'],
  ['/sites/2/report', 'the report of a site'],
  ['/sites/2/timeline?scan=3', 'a scan of a site'],
  ['/clients/1/sites/2?prompt=3', 'a prompt of a site'],
  ['/sites/2/timeline?recommendation=3', 'the notes on a recommendation'],
  ['/elsewhere', 'the page you requested'],
])('describes %s as %j', (path, name) => {
  expect(describeDestination(path)).toBe(name);
});
