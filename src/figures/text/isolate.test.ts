import { describe, expect, it } from 'vitest';
import { isolate } from './isolate.ts';

describe('a name in a sentence', () => {
  it.each(['תנובה', 'المراعي', 'Acme תנובה', '(المراعي) 7'])(
    'is isolated if it has letters written from right to left: %s',
    (name) => {
      expect(isolate(name)).toBe(`\u2068${name}\u2069`);
      expect(isolate(isolate(name))).toBe(isolate(name));
    },
  );

  it.each(['Acme', 'Müller & Söhne', '無印良品', 'Яндекс', '7-Eleven!', '', '🙂'])(
    'stays as it is if it has none: %s',
    (name) => expect(isolate(name)).toBe(name),
  );
});
