import { describe, expect, test } from 'vitest';
import { createNearMissFinder } from './near-misses.ts';

const spellingsIn = (alias: string, text: string, mentionedIds: string[] = []) =>
  createNearMissFinder([{ id: 'a', aliases: [alias] }])(text, mentionedIds).map(
    ({ spelling }) => spelling,
  );

describe('a near miss is found', () => {
  test.each([
    ['with its words joined', 'Help Scout', 'Use Helpscout.', 'Helpscout'],
    ['with its words joined in lower case', 'Help Scout', 'Use helpscout.', 'helpscout'],
    ['with a hyphen for a space', 'Help Scout', 'Use Help-Scout.', 'Help-Scout'],
    ['with its words apart', 'HubSpot', 'Use Hub Spot.', 'Hub Spot'],
    ['with a single letter apart', 'XRay', 'the X Ray tool', 'X Ray'],
    ['over a line break', 'HubSpot', 'the Hub\nSpot tool', 'Hub Spot'],
    ['with a lower-case word', 'Best Buy', 'the Best buy shop', 'Best buy'],
    ['with other capitals', 'lemlist', 'use Lemlist', 'Lemlist'],
    ['in capitals', 'Vercel', 'VERCEL', 'VERCEL'],
    ['with a non-breaking hyphen', 'HelpScout', 'Help‑Scout', 'Help‑Scout'],
    ['as a character reference', 'HelpScout', 'Help&nbsp;Scout', 'Help&nbsp;Scout'],
  ])('%s: %s in %j', (_, alias, text, spelling) => {
    expect(spellingsIn(alias, text)).toEqual([spelling]);
  });
});

describe('no near miss is found', () => {
  test.each([
    ['in ordinary words', 'Close', 'a close call'],
    ['in ordinary words that the alias joins', 'Healthline', 'a health line'],
    ['for a short alias', 'IT', 'It is'],
    ['for an alias of more than 64 letters', 'X'.repeat(65), `X-${'X'.repeat(64)}`],
    ['within a word', 'Help Scout', 'Helpscouting'],
    ['over two hyphens', 'Help Scout', 'Help--Scout'],
    ['over a hyphen with spaces', 'Help Scout', 'Help - scout'],
    ['over a blank line', 'HelpScout', 'Help\n\nScout'],
    ['over other punctuation', 'HelpScout', 'Help.Scout'],
  ])('%s: %s in %j', (_, alias, text) => {
    expect(spellingsIn(alias, text)).toEqual([]);
  });

  test('for a brand that the text mentions', () => {
    expect(spellingsIn('Help Scout', 'Help Scout, or Helpscout', ['a'])).toEqual([]);
  });
});

test('each spelling is found once for each brand that has such an alias', () => {
  const find = createNearMissFinder([
    { id: 'a', aliases: ['Help Scout', 'HelpScout'] },
    { id: 'b', aliases: ['Help-Scout'] },
  ]);
  expect(find('Helpscout, Helpscout, helpscout', [])).toEqual([
    { brandId: 'a', spelling: 'Helpscout' },
    { brandId: 'b', spelling: 'Helpscout' },
    { brandId: 'a', spelling: 'helpscout' },
    { brandId: 'b', spelling: 'helpscout' },
  ]);
});

test('aliases that differ in separators only count as the one with the most', () => {
  const find = createNearMissFinder([{ id: 'a', aliases: ['health line', 'healthline'] }]);
  expect(find('a health line, a healthline, a health-line', [])).toEqual([
    { brandId: 'a', spelling: 'healthline' },
  ]);
});
