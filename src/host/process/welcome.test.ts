import { describe, expect, it } from 'vitest';
import { sampleKeys } from '../../service/sample/keys.ts';
import { type Welcome, welcome } from './welcome.ts';

const textFor = (more: Partial<Welcome>): string =>
  welcome({
    ...{ url: 'http://127.0.0.1:1', sample: false, ownData: false, onLoopback: true },
    serviceUrl: null,
    ...more,
  }).join('\n');

describe('what the host prints at the start', () => {
  it('lists the sample keys and how to import where there is sample data only', () => {
    const text = textFor({ sample: true });
    for (const { key, opens } of sampleKeys) expect(text).toMatch(new RegExp(`${key} +${opens}`));
    expect(text).toContain('The data is a sample');
    expect(text).toContain('npm run import');
  });

  it('never calls the data a sample once there is other data', () => {
    const text = textFor({ sample: true, ownData: true });
    expect(text).not.toContain('The data is a sample');
    expect(text).not.toContain('/sites/');
    expect(text).toMatch(/npm run keys -- create.*\n.*sample data is still there/);
  });

  it('names the import before the key while there is nothing that a key could open', () => {
    expect(textFor({})).toMatch(/no data yet.*npm run import.*\n.*npm run keys/);
    expect(textFor({ onLoopback: false })).toMatch(/no data yet.*npm run import.*\n.*npm run keys/);
    expect(textFor({ ownData: true })).not.toContain('npm run import');
  });
});
