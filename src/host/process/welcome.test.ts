import { describe, expect, it } from 'vitest';
import { sampleKeys as allSampleKeys } from '../../service/sample/keys.ts';
import { formatWelcome, type WelcomeOptions } from './welcome.ts';

const sampleKeys = allSampleKeys.map(({ key }) => key);

const formatText = (more: Partial<WelcomeOptions>): string =>
  formatWelcome({
    url: 'http://127.0.0.1:1',
    publicUrl: null,
    sampleKeys: [],
    hasOwnData: false,
    isOnLoopback: true,
    serviceUrl: null,
    ...more,
  }).join('\n');

describe('the lines that the host prints at startup', () => {
  it('list the sample keys and explain how to start with your own data, if there is only sample data', () => {
    const text = formatText({ sampleKeys });
    for (const { key, description } of allSampleKeys)
      expect(text).toMatch(new RegExp(`${key} +${description}`));
    expect(text).toContain('The dashboard shows invented sample data');
    expect(text).toContain('--new-account ACCOUNT --scope setup:write');
    expect(text).toContain('npm run import');
  });

  it('name the address under which people reach the host, if it is known', () => {
    const lines = formatText({ publicUrl: 'https://reports.example.com' }).split('\n');
    expect(lines[1]).toBe('People reach it at https://reports.example.com');
  });

  it('do not call the data invented once there is other data', () => {
    const text = formatText({ sampleKeys, hasOwnData: true });
    expect(text).not.toContain('invented');
    expect(text).not.toContain('/sites/');
    expect(text).toMatch(/npm run keys -- create.*\n.*sample data is still there/);
  });

  it.each([false, true])(
    'leave out sample keys that no longer work: hasOwnData %s',
    (hasOwnData) => {
      const text = formatText({ sampleKeys: ['sample-client', 'sample-business'], hasOwnData });
      expect(text).toContain('sample-client');
      expect(text).toContain('sample-business');
      expect(text).not.toContain('sample-agency');
      expect(text).not.toContain('sample-readonly');
    },
  );

  it.each([true, false])(
    'explain how to create an account or import data while there is none: isOnLoopback %s',
    (isOnLoopback) => {
      expect(formatText({ isOnLoopback })).toMatch(
        /no data yet.*\n.*--new-account ACCOUNT --scope setup:write\n.*npm run import.*\n.*npm run keys/,
      );
    },
  );

  it('explain only how to create a key once there is data', () => {
    const textWithData = formatText({ hasOwnData: true });
    expect(textWithData).not.toContain('npm run import');
    expect(textWithData).not.toContain('--new-account');
    expect(textWithData).toContain('npm run keys');
  });
});
