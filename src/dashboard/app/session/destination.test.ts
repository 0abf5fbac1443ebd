import { expect, it } from 'vitest';
import { destinationOf } from './destination.ts';

it.each(['/clients', '/clients/1/sites/2/timeline?metric=gap&platform=a&platform=b#table'])(
  'returns %s unchanged',
  (path) => {
    expect(destinationOf(path)).toBe(path);
  },
);

it.each([
  undefined,
  ['/clients'],
  '',
  'clients',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  '/..//evil.example',
  '/sign-in?to=/sign-in',
  '/',
])('returns the path of the clients instead of %j', (requested) => {
  expect(destinationOf(requested)).toBe('/clients');
});

it('keeps the fragment of the address a fragment', () => {
  expect(destinationOf('/S?x=1', 'sl_secret')).toBe('/S?x=1#sl_secret');
  expect(destinationOf('/', 'sl_secret')).toBe('/clients');
});
