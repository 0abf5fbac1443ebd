import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMentionFinder } from './mentions.ts';

const findGoogle = createMentionFinder([{ id: 'g', aliases: ['Google'] }]);
const isMentioned = (text: string) => findGoogle(text).length === 1;

/** The IDs of the brands found in a text. Each alias is the only alias, and the ID, of one brand. */
const findBrandIds = (aliases: string[], text: string) =>
  createMentionFinder(aliases.map((alias) => ({ id: alias, aliases: [alias] })))(text).map(
    (mention) => mention.brandId,
  );

describe('an alias is found', () => {
  test.each([
    ['as the whole text', 'Google'],
    ['between spaces', 'ask Google now'],
    ['before a full stop', 'Ask Google.'],
    ['in quotes', 'the “Google” way'],
    ['in brackets', '(Google)'],
    ['in Markdown', '**Google**'],
    ['in a possessive', "Google's search"],
    ['in a possessive with a curly apostrophe', 'Google’s search'],
    ['before a hyphen', 'Google-like'],
    ['after a slash, in an address', 'https://google.com/Google?q=1'],
    ['before a dot, in an address', 'https://www.Google.com'],
    ['before an emoji', 'Google🚀'],
    ['after an emoji with a variation selector', '❤️Google'],
    ['after a keycap, whose mark belongs to a digit', '1️⃣Google'],
    ['before a trade mark sign', 'Google™'],
    ['before a superscript footnote', 'Google¹'],
    ['after a combining mark without a base letter', '\u0301Google'],
    ['after a zero-width space', 'a\u200bGoogle'],
    ['between references to quotes', '&quot;Google&quot;'],
    ['on a line of its own', 'one\nGoogle\ntwo'],
    ['between Han characters', '我用谷歌Google搜索'],
    ['between Hiragana characters', 'これはGoogleです'],
    ['between Katakana characters', 'サーバGoogleサービス'],
    ['before the long vowel mark', 'Googleー'],
    ['before a half-width Katakana character', 'Googleｻｰﾋﾞｽ'],
    ['before an iteration mark', 'Google々'],
    ['before a Korean particle', '구글Google은 회사다'],
    ['between Thai letters with marks', 'ที่Googleเป็น'],
    ['between Lao letters', 'ທີ່Googleເປັນ'],
    ['between Khmer letters', 'ក្រុមហ៊ុនGoogleជា'],
    ['between Myanmar letters', 'ကုမ္ပဏီGoogleသည်'],
  ])('%s: %s', (_, text) => {
    expect(isMentioned(text)).toBe(true);
  });
});

describe('an alias is not found', () => {
  test.each([
    ['in a longer word', 'Googler'],
    ['at the end of a word', 'unGoogle'],
    ['in lower case', 'google'],
    ['in a line of capitals', 'ASK GOOGLE NOW\nnext line'],
    ['in a lowercase address', 'https://www.google.com/google?google=1'],
    ['in an identifier', 'GoogleMaps useGoogle GOOGLE_Google_ID googleId'],
    ['beside a digit', 'Google2 or 2Google'],
    ['beside a full-width digit', 'Google２'],
    ['beside a Thai digit', 'Google๒'],
    ['beside an underscore', 'Google_maps my_Google'],
    ['beside an accented letter', 'éGoogle'],
    ['beside a letter with a combining accent', 'q\u0301Google'],
    ['with a combining accent on its last letter', 'Google\u030a'],
    ['with an accent that composes with its last letter', 'Google\u0301'],
    ['beside Cyrillic', 'яGoogle Googleом'],
    ['beside Greek', 'Googleα'],
    ['beside Arabic', 'شركةGoogle'],
    ['beside Devanagari', 'Googleका'],
    ['beside a Devanagari vowel sign', 'Googleा'],
    ['beside a full-width Latin letter', 'GoogleＡ'],
    ['beside a letter outside the Basic Multilingual Plane', '𝐀Google Google𝐀'],
    ['in an empty text', ''],
  ])('%s: %s', (_, text) => {
    expect(isMentioned(text)).toBe(false);
  });
});

describe('what a text writes differently is found as', () => {
  test.each([
    ['a non-breaking hyphen', 'Node-RED', 'Use Node‑RED here', 'Node‑RED'],
    ['an en dash', 'Node-RED', 'Use Node–RED.', 'Node–RED'],
    ['a minus sign', 'Node-RED', 'Node−RED', 'Node−RED'],
    ['a plain hyphen, for a name with another', 'Node‑RED', 'Node-RED', 'Node-RED'],
    ['a curly apostrophe', "McDonald's", 'at McDonald’s.', 'McDonald’s'],
    ['a modifier apostrophe', "McDonald's", 'at McDonaldʼs.', 'McDonaldʼs'],
    ['a no-break space', 'Best Buy', 'the Best\u00a0Buy shop', 'Best\u00a0Buy'],
    ['several spaces', 'Best Buy', 'Best  \t Buy', 'Best  \t Buy'],
    ['a line break', 'Best Buy', 'at Best\nBuy', 'Best\nBuy'],
    ['a line break of two characters', 'Best Buy', 'Best \r\nBuy', 'Best \r\nBuy'],
    ['a soft hyphen', 'PostHog', 'Post\u00adHog', 'Post\u00adHog'],
    ['a zero-width space', 'Best Buy', 'Best\u200b Buy', 'Best\u200b Buy'],
    ['a word joiner', 'PostHog', '"Post\u2060Hog"', 'Post\u2060Hog'],
    ['full width', 'Google', '使用Ｇｏｏｇｌｅ搜索', 'Ｇｏｏｇｌｅ'],
    ['a ligature', 'Firefly', 'ask ﬁreﬂy'.replace('ﬁ', 'Fi'), 'Fireﬂy'],
    ['mathematical letters', 'Google', 'ask 𝐆𝐨𝐨𝐠𝐥𝐞', '𝐆𝐨𝐨𝐠𝐥𝐞'],
    ['half-width Katakana', 'パナソニック', 'ﾊﾟﾅｿﾆｯｸ', 'ﾊﾟﾅｿﾆｯｸ'],
    ['a named reference', 'R&D Hub', 'an R&amp;D Hub', 'R&amp;D Hub'],
    ['a no-break space as a reference', 'Best Buy', 'Best&nbsp;Buy', 'Best&nbsp;Buy'],
    ['a decimal reference', "McDonald's", 'McDonald&#39;s', 'McDonald&#39;s'],
    ['a hexadecimal reference', "McDonald's", 'McDonald&#x2019;s', 'McDonald&#x2019;s'],
    ['an accented letter as a reference', 'Müller', 'M&uuml;ller', 'M&uuml;ller'],
    ['a Markdown escape', 'A*B', 'use A\\*B', 'A\\*B'],
    [
      'jamo',
      '한국',
      '\u1112\u1161\u11ab\u1100\u116e\u11a8',
      '\u1112\u1161\u11ab\u1100\u116e\u11a8',
    ],
    ['another case after the first letter', 'Planetscale', 'PlanetScale!', 'PlanetScale'],
    ['capitals in a line with other letters', 'Planetscale', 'ask PLANETSCALE', 'PLANETSCALE'],
    ['capitals in a line of capitals, for two words', 'Best Buy', 'ASK BEST BUY', 'BEST BUY'],
    ['a capital at the start of a text', 'n8n', 'N8n is good', 'N8n'],
    ['a capital at the start of a sentence', 'lemlist', 'Good. Lemlist too', 'Lemlist'],
    ['a capital at the start of a list item', 'lemlist', 'Try:\n1. **Lemlist**: good', 'Lemlist'],
    ['a capital at the start of a table cell', 'lemlist', '| a | **Lemlist** |', 'Lemlist'],
    ['joined words', 'Help Scout', 'HelpScout is good', 'HelpScout'],
    ['joined words, the second in capitals', 'Charlie HR', 'CharlieHR is good', 'CharlieHR'],
    ['capitals beside letters without case', 'Sony', '索尼SONY手机很好', 'SONY'],
    ['capitals beside Arabic', 'Sony', 'شركة SONY جيدة', 'SONY'],
    [
      'a capital after a full stop without a space',
      'lemlist',
      'おすすめです。Lemlistは',
      'Lemlist',
    ],
    ['a capital after a source', 'n8n', 'It is good.[1] N8n too', 'N8n'],
    ['a capital in a list item with a box', 'n8n', '- [x] N8n', 'N8n'],
    ['a capital in a heading with a number', 'n8n', '### 1) N8n', 'N8n'],
    ['Turkish capitals', 'Şişecam', 'Türkiye’de ŞİŞECAM lideri', 'ŞİŞECAM'],
    ['a subscript', 'O2', 'the O₂ level', 'O₂'],
    ['a Hebrew hyphen', 'תל-אביב', 'עיריית תל־אביב', 'תל־אביב'],
    ['a multiplication sign', 'Adidas x Gucci', 'the Adidas × Gucci line', 'Adidas × Gucci'],
    ['a capital X, for a sign', 'Adidas × Gucci', 'the Adidas X Gucci line', 'Adidas X Gucci'],
    ['a sign between digits', '4x4 Guide', 'a 4×4 Guide', '4×4 Guide'],
    ['a sign as a reference', '4x4 Guide', 'a 4&times;4 Guide', '4&times;4 Guide'],
    ['a domain in lower case', 'Alderpike.com', 'use alderpike.com.', 'alderpike.com'],
    ['a domain with a capital', 'monday.com', 'use Monday.com now', 'Monday.com'],
    ['a domain in a line of capitals', 'monday.com', 'TRY MONDAY.COM', 'MONDAY.COM'],
    ['a domain of two labels', 'Shop.Linden.co.uk', 'shop.linden.co.uk', 'shop.linden.co.uk'],
    ['a domain in another script', 'Müller.de', 'bei MÜLLER.de', 'MÜLLER.de'],
    ['a final sigma in capitals', 'Οδυσσεύς', 'Ο ΟΔΥΣΣΕΎΣ ήρθε', 'ΟΔΥΣΣΕΎΣ'],
  ])('%s: %s in %j', (_, alias, text, found) => {
    const [mention] = createMentionFinder([{ id: 'a', aliases: [alias] }])(text);
    expect(mention?.ranges.map(([start, end]) => text.slice(start, end))).toEqual([found]);
  });
});

describe('what a text writes differently is not found as', () => {
  test.each([
    ['a lower-case first letter', 'Close', 'a close call'],
    ['a lower-case first letter of a later word', 'Best Buy', 'Best buy of the year'],
    ['a capital within a sentence', 'lemlist', 'use Lemlist'],
    ['a capital after a colon', 'folk', 'best for: Folk singers'],
    ['a capital far from the start of a sentence', 'folk', `${'word '.repeat(40)}Folk`],
    ['lower case, for a name in capitals', 'HR', 'Hr or hr'],
    ['capitals in a line of capitals, for one word', 'Close', 'text\nCLOSE THE DEAL\ntext'],
    ['words that are joined without a capital', 'Help Scout', 'Helpscout'],
    ['words that are joined after a capital', 'TV Time', 'TVTime'],
    ['a joined name in capitals', 'Help Scout', 'use HELPSCOUT'],
    ['words on both sides of a blank line', 'Best Buy', 'Best\n\nBuy'],
    ['words on both sides of a line with spaces', 'Best Buy', 'Best\n \nBuy'],
    ['an em dash', 'Node-RED', 'Node—RED'],
    ['an x at the start', 'xAI', 'it is 3×AI'],
    ['lower case, for what only looks like a domain', 'Node.js', 'use node.js'],
    ['a longer domain', 'monday.com', 'use monday.community'],
    ['an unknown reference', 'A B', 'A&nosuchname;B'],
    ['a reference to no character', 'A B', 'A&#xd800;B'],
    ['the start of an accented letter', 'Nestle', 'Nestle\u0301'],
    ['the start of a word with a reference', 'Caf', 'Caf&eacute; Rouge'],
    ['the end of a word with a reference', 'Foo', '&eacute;Foo'],
    ['part of a name with an escape', 'Google', 'Google\\_Maps'],
    ['part of a word with a soft hyphen', 'Face', 'Face\u00adbook'],
    ['part of a word with a word joiner', 'book', 'Face\u2060book'],
    ['part of a ligature', 'Clif', 'Cliﬀ bars'],
    ['part of a sign', 'T', 'Foo ™'],
    ['a lower-case first letter after a full stop', '.Net', 'the .net domain'],
    ['a lower-case first letter after a digit', '1Password', 'use 1password'],
    ['a capital after an abbreviation', 'folk', 'rock vs. Folk'],
  ])('%s: %s in %j', (_, alias, text) => {
    expect(findBrandIds([alias], text)).toEqual([]);
  });
});

test.each([
  ...['“”', '„“', '„”', '””', '«»', '»«', '‘’', '‚‘', '‹›', '「」', '『』', '〝〞', '《》', '״״'],
  ...["''", '＂＂', '❝❞', '``'],
])('a name in quotation marks is found in %s', (pair) => {
  const [opening, closing] = pair;
  const inMarks = `the Café ${opening}Linden${closing} here`;
  expect(findBrandIds(['Café "Linden"'], inMarks)).toEqual(['Café "Linden"']);
  expect(findBrandIds([`Café ${opening}Linden${closing}`], 'Café "Linden"')).toHaveLength(1);
});

test.each(['׳', '´', '’', 'ʼ', '′', '`'])('%s in a name is an apostrophe', (apostrophe) => {
  expect(findBrandIds(["צ'ק פוינט"], `חברת צ${apostrophe}ק פוינט`)).toHaveLength(1);
});

test('composed and decomposed forms of a text and an alias match each other', () => {
  expect(findBrandIds(['Nestle\u0301'], 'Nestlé')).toEqual(['Nestle\u0301']);
  expect(findBrandIds(['Nestlé'], 'Nestle\u0301')).toEqual(['Nestlé']);
  expect(findBrandIds(['Nestle'], 'Nestlé')).toEqual([]);
});

test('an alias in Chinese, Korean or Thai is found inside a longer run of the same script', () => {
  expect(findBrandIds(['谷歌', '구글', 'กูเกิล'], '我用谷歌搜索 구글은 ใช้กูเกิลค้นหา')).toEqual([
    'กูเกิล',
    '谷歌',
    '구글',
  ]);
});

test('overlapping aliases of different brands all count', () => {
  expect(findBrandIds(['Apple', 'Apple Music', 'Music'], 'Apple Music')).toEqual([
    'Apple',
    'Apple Music',
    'Music',
  ]);
  expect(findBrandIds(['Apple', 'Apple Music'], 'Apple Musical')).toEqual(['Apple']);
});

test('brands that share an alias are both mentioned', () => {
  const find = createMentionFinder([
    { id: 'b', aliases: ['Delta'] },
    { id: 'a', aliases: ['Delta'] },
  ]);
  expect(find('Fly Delta.').map((mention) => mention.brandId)).toEqual(['a', 'b']);
});

test('a brand is listed once, with every place where it is mentioned', () => {
  const find = createMentionFinder([{ id: 'g', aliases: ['Gmail', 'Google', 'Google'] }]);
  expect(find('Google, Googler, Gmail, Google')).toEqual([
    {
      brandId: 'g',
      ranges: [
        [0, 6],
        [17, 22],
        [24, 30],
      ],
    },
  ]);
});

test('punctuation in an alias is matched literally', () => {
  expect(
    findBrandIds(['Yahoo!', 'C++', 'a.b', 'Alder & Pike'], 'Yahoo! C++ axb Alder & Pike'),
  ).toEqual(['Alder & Pike', 'C++', 'Yahoo!']);
});

test('blank aliases and brands without aliases are ignored', () => {
  const find = createMentionFinder([
    { id: 'a', aliases: ['', ' '] },
    { id: 'b', aliases: [] },
  ]);
  expect(find('a  b')).toEqual([]);
});

test('a megabyte of near misses or of marks contains no mention, and in a megabyte of mentions every one is found', () => {
  expect(isMentioned('Google'.repeat(170_000))).toBe(false);
  expect(isMentioned(`Google${'\u030a'.repeat(1_000_000)}`)).toBe(false);
  expect(findGoogle('Google '.repeat(150_000))[0]?.ranges).toHaveLength(150_000);
});

test('overlapping places of a brand are merged, and adjacent ones are not', () => {
  const rangesIn = (aliases: string[], text: string) =>
    createMentionFinder([{ id: 'a', aliases }])(text)[0]?.ranges;
  expect(rangesIn(['Go Go'], 'Go Go Go, Go Go')).toEqual([
    [0, 8],
    [10, 15],
  ]);
  expect(rangesIn(['Maps', 'Google Maps'], 'Google Maps')).toEqual([[0, 11]]);
  expect(rangesIn(['谷歌'], '谷歌谷歌')).toEqual([
    [0, 2],
    [2, 4],
  ]);
});

describe('the search finishes before the test times out for', () => {
  const million = 1_000_000;
  test.each([
    ['a long alias of one repeated letter', ['a'.repeat(300_000)], 'a'.repeat(million), 0],
    [
      'an alias of repeated letters after a different one',
      [`b${'a'.repeat(300_000)}`],
      'a'.repeat(million),
      0,
    ],
    [
      'an alias of repeated letters before a different one',
      [`${'a'.repeat(300_000)}b`],
      'a'.repeat(million),
      0,
    ],
    ['an alias that overlaps itself', ['Go '.repeat(60).trim()], 'Go '.repeat(million / 3), 1],
    [
      'nested aliases that match at every position',
      Array.from({ length: 200 }, (_, n) => '!'.repeat(n + 1)),
      '!'.repeat(million / 10),
      1,
    ],
    ['ignored characters', ['ab'], `a${'\u200b'.repeat(million)}c`, 0],
    ['line breaks', ['a b'], `a${'\n'.repeat(million)}b`, 0],
    ['references', ['a&'], 'a&amp;'.repeat(million / 6), 1],
    ['names in lines of capitals', ['Close'], `${'CLOSE '.repeat(66)}\n`.repeat(million / 400), 0],
    [
      'many spellings of one name in lines of capitals',
      Array.from(
        { length: 127 },
        (_, n) =>
          `C${[...'losenow'].map((letter, at) => (((n + 1) >> at) & 1 ? letter : letter.toUpperCase())).join('')}`,
      ),
      `${'CLOSENOW '.repeat(44)}\n`.repeat(million / 4_000),
      0,
    ],
    ['marks in an order that sorting reverses', ['a'], `a${'\u0301\u0323'.repeat(million / 2)}`, 0],
  ])('%s', (_, aliases, text, placeCount) => {
    const [mention] = createMentionFinder([{ id: 'b', aliases }])(text);
    expect(mention?.ranges ?? []).toHaveLength(placeCount);
  });

  test('two hundred brands with five aliases each in a text of four megabytes', () => {
    const brands = Array.from({ length: 200 }, (_, n) => ({
      id: String(n).padStart(3, '0'),
      aliases: Array.from({ length: 5 }, (_, alias) => `Brand ${n} of ${alias}`),
    }));
    const find = createMentionFinder(brands);
    const sentence = `We sell ${brands.map(({ aliases }) => aliases[2]).join(', ')}. `;
    const text = sentence.repeat(Math.ceil(4_194_304 / sentence.length));
    expect(find(text).map(({ brandId }) => brandId)).toEqual(brands.map(({ id }) => id));
  });
});

describe('for any text', () => {
  const fragment = fc.constantFrom(
    ...['Google', 'Goo', 'gle', 'Google Maps', 'Maps', ' ', '.', '_', '7', 'x', 'é', 'e', 'я'],
    ...['\u0301', '\u030a', 'の', 'ー', '은', 'ที่', '🚀', '❤️', '𝐀', '\n'],
  );
  const texts = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));
  const find = createMentionFinder([
    { id: 'g', aliases: ['Google'] },
    { id: 'm', aliases: ['Maps', 'Google Maps'] },
  ]);

  test('the decomposed form has the same mentions', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const idsIn = (form: string) => find(form).map(({ brandId }) => brandId);
        expect(idsIn(text.normalize('NFD'))).toEqual(idsIn(text));
      }),
    );
  });

  test('the result equals that of a separate search for each alias', () => {
    const piece = fc.constantFrom('a', 'b', 'ab', '!', 'の', 'a\u0301', '\u030a');
    const shortText = fc
      .array(piece, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(''));
    const longText = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
    const standsAlone = (text: string, start: number, end: number) =>
      !/[\p{L}--の]\p{M}*$/v.test(text.slice(0, start)) &&
      !/^[\p{L}--の]/v.test(text.slice(end)) &&
      !(/[\p{L}--の]\p{M}*$/v.test(text.slice(0, end)) && /^\p{M}/u.test(text.slice(end)));
    const coveredUnitsOf = (text: string, alias: string): number[] => {
      const units: number[] = [];
      for (let at = text.indexOf(alias); at !== -1; at = text.indexOf(alias, at + 1)) {
        if (!standsAlone(text, at, at + alias.length)) continue;
        for (let unit = at; unit < at + alias.length; unit += 1) units.push(unit);
      }
      return units;
    };
    fc.assert(
      fc.property(fc.array(shortText, { maxLength: 5 }), longText, (aliases, text) => {
        const normal = text.normalize('NFC');
        const expected = aliases
          .filter((alias) => alias.trim() !== '')
          .flatMap((alias) => coveredUnitsOf(normal, alias.normalize('NFC')));
        const [mention] = createMentionFinder([{ id: 'a', aliases }])(normal);
        const actual = (mention?.ranges ?? []).flatMap(([start, end]) =>
          Array.from({ length: end - start }, (_, unit) => start + unit),
        );
        expect(actual).toEqual([...new Set(expected)].sort((a, b) => a - b));
      }),
      { numRuns: 2_000 },
    );
  });

  test('the text of every range is an alias, and ranges ascend', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { ranges } of find(text)) {
          const starts = ranges.map(([start]) => start);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
          for (const [start, end] of ranges) {
            expect(['Google', 'Maps', 'Google Maps', 'Google\nMaps', 'GoogleMaps']).toContain(
              text.slice(start, end),
            );
          }
        }
      }),
    );
  });

  test('texts joined with spaces mention the brands of each, and no others', () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, middle, after) => {
        const idsIn = (text: string) => find(text).map((mention) => mention.brandId);
        expect(idsIn(`${before} ${middle} ${after}`)).toEqual(
          [...new Set([...idsIn(before), ...idsIn(middle), ...idsIn(after)])].toSorted(),
        );
      }),
    );
  });
});
