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
    ['in lower case', 'Semgrove', '- semgrove: scans code', 'semgrove'],
    ['in lower case, of two words', 'Best Buy', 'a best buy', 'best buy'],
    ['in lower case, before the end of a domain', 'Semgrove', 'see semgrove.com', 'semgrove'],
    ['in the plural', 'Tauron', 'Are Taurons good?', 'Taurons'],
    ['in the plural with es', 'Lexus', 'Many Lexuses last.', 'Lexuses'],
    ['in the plural with ies', 'BlackBerry', 'Old BlackBerries', 'BlackBerries'],
    ['in the plural in capitals', 'Tauron', 'buy TAURONS', 'TAURONS'],
    ['in the plural, for a name without capitals', 'n8n', 'two n8ns', 'n8ns'],
    ['in the genitive', 'Яндекс', 'сервисы Яндекса', 'Яндекса'],
    ['in the instrumental', 'Яндекс', 'вместе с Яндексом', 'Яндексом'],
    ['in other letters than its ending', 'Google', 'вместе с Googleом', 'Googleом'],
    ['without the end of its domain', 'Comet.ml', 'Use Comet.', 'Comet'],
    ['with the end of another domain', 'Comet.ml', 'Use Comet.com.', 'Comet'],
    ['as a domain', 'Comet ML', 'Use Comet.ml', 'Comet.ml'],
    ['as a domain in lower case', 'Comet ML', 'Use comet.ml', 'comet.ml'],
    ['without a full stop', 'Node.js', 'Use NodeJS', 'NodeJS'],
    ['with a full stop', 'HelpScout', 'Use Help.Scout', 'Help.Scout'],
    ['without an apostrophe', 'McDonald’s', 'at McDonalds', 'McDonalds'],
    ['with an apostrophe', 'Levis', 'in Levi’s', 'Levi’s'],
    ['with a Hebrew prefix', 'גוגל', 'חיפשתי בגוגל', 'בגוגל'],
    ['with several Hebrew prefixes', 'גוגל', 'כשבגוגל', 'כשבגוגל'],
    ['with a Hebrew prefix in other letters', 'Google', 'חיפשתי בGoogle', 'בGoogle'],
    ['with an Arabic prefix', 'جوجل', 'بحثت في وجوجل', 'وجوجل'],
    ['with the Arabic article and a prefix', 'راجحي', 'مصرف والراجحي', 'والراجحي'],
  ])('%s: %s in %j', (_, alias, text, spelling) => {
    expect(spellingsIn(alias, text)).toEqual([spelling]);
  });
});

describe('no near miss is found', () => {
  test.each([
    ['in ordinary words that the alias joins', 'Healthline', 'a health line'],
    ['for a short alias', 'IT', 'It is'],
    ['for an alias of more than 64 letters', 'X'.repeat(65), `X-${'X'.repeat(64)}`],
    ['within a word', 'Help Scout', 'Helpscouting'],
    ['over two hyphens', 'Help Scout', 'Help--Scout'],
    ['over a hyphen with spaces', 'Help Scout', 'Help - scout'],
    ['over a blank line', 'HelpScout', 'Help\n\nScout'],
    ['over a full stop with a space', 'HelpScout', 'Help. Scout'],
    ['over other punctuation', 'HelpScout', 'Help/Scout'],
    ['in lower case with a plural, which is probably a word', 'Close', 'he closes'],
    ['in lower case without the end of a domain', 'Comet.ml', 'a comet'],
    ['in lower case in an address', 'Semgrove', 'https://semgrove.com/semgrove www.semgrove.com'],
    ['in lower case in an e-mail address', 'Semgrove', 'hi@semgrove.com'],
    ['with a longer ending', 'Tauron', 'Tauronesque Tauronism'],
    ['with a longer ending in Cyrillic', 'Яндекс', 'Яндексовский'],
    ['with another prefix', 'جوجل', 'شركةجوجل'],
    ['with a prefix that is part of a word', 'Google', 'xבGoogle'],
    ['for the end of what only looks like a domain', 'Node.js', 'a Node'],
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
  expect(find('a healthline, a health-line, a heal-th-line', [])).toEqual([
    { brandId: 'a', spelling: 'healthline' },
    { brandId: 'a', spelling: 'health-line' },
  ]);
});

test('a name that is left out of its aliases is not found', () => {
  const find = createNearMissFinder([{ id: 'a', name: 'Make', aliases: ['Make.com'] }]);
  expect(find('Make a Make COM', [])).toEqual([{ brandId: 'a', spelling: 'Make COM' }]);
});

test('a megabyte of near misses, or of names within words, is read before the test times out', () => {
  for (const part of ['Taurons, ', 'Tauron', 'ווTauron', 'tauron.'])
    expect(spellingsIn('Tauron', part.repeat(1_000_000 / part.length)).length).toBeLessThan(3);
});
