/** Where a brand stands: `[start, end)` in UTF-16 units of the text's NFC form. */
export type Range = readonly [start: number, end: number];

export interface Mention {
  brandId: string;
  /** Every place the brand stands alone, ascending by start; several aliases may overlap. */
  ranges: readonly Range[];
}

export interface BrandAliases {
  readonly id: string;
  readonly aliases: readonly string[];
}

// Scripts written without spaces, or whose particles join the word before them: beside a name they say
// nothing about where it ends. By script extensions, so that the long vowel mark ー counts as Japanese.
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map(
  (script) => String.raw`\p{scx=${script}}`,
);
const letter = String.raw`[\p{L}--[${unspaced.join('')}]]`;
const mark = String.raw`[\p{M}--[${unspaced.join('')}]]`;
const digit = String.raw`[\p{Nd}_]`;
// A letter with its marks. UAX 15 allows 30 marks on one letter (Stream-Safe Text Format); the bound
// keeps a text of marks alone from costing the square of its length.
const marked = String.raw`${letter}\p{M}{0,30}`;

// Both look at one position, set as `lastIndex`, and consume nothing.
const startsAlone = new RegExp(`(?<!${marked}|${digit})`, 'vy');
const endsAlone = new RegExp(`(?!${letter}|${digit}|(?<=${marked})${mark})`, 'vy');

function standsAlone(text: string, start: number, end: number): boolean {
  startsAlone.lastIndex = start;
  if (!startsAlone.test(text)) return false;
  endsAlone.lastIndex = end;
  return endsAlone.test(text);
}

const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Every alias in NFC with the places, in the sorted brands, of the brands it belongs to. */
function ownersByAlias(brands: readonly BrandAliases[]): [alias: string, owners: number[]][] {
  const owners = new Map<string, number[]>();
  for (const [place, brand] of brands.entries()) {
    for (const alias of new Set(brand.aliases.map((given) => given.normalize('NFC')))) {
      if (alias.trim() === '') continue;
      const known = owners.get(alias);
      if (known) known.push(place);
      else owners.set(alias, [place]);
    }
  }
  return [...owners];
}

/**
 * Finds a site's brands in answers. A brand is mentioned where one of its aliases stands alone:
 * case-sensitive, in NFC, with no letter, digit or underscore directly before or after it; a combining
 * mark counts as the letter it belongs to. Letters of the scripts above do not count. Aliases are looked
 * for one by one, so those of different brands may overlap and each counts; blank ones are left out.
 * @returns a function from a text to its mentions, ascending by brand id, each brand at most once.
 */
export function createMentionFinder(brands: readonly BrandAliases[]): (text: string) => Mention[] {
  const sorted = brands.toSorted((a, b) => ascending(a.id, b.id));
  const aliases = ownersByAlias(sorted);

  return (text) => {
    const normal = text.normalize('NFC');
    const found = new Map<number, Range[]>();
    for (const [alias, owners] of aliases) {
      // One past the start, not past the end: an alias may overlap itself ("Go Go" in "Go Go Go").
      for (let at = normal.indexOf(alias); at !== -1; at = normal.indexOf(alias, at + 1)) {
        const end = at + alias.length;
        if (!standsAlone(normal, at, end)) continue;
        for (const owner of owners) {
          const ranges = found.get(owner);
          if (ranges) ranges.push([at, end]);
          else found.set(owner, [[at, end]]);
        }
      }
    }
    return sorted.flatMap((brand, place) => {
      const ranges = found.get(place);
      return ranges ? [{ brandId: brand.id, ranges: ranges.sort((a, b) => a[0] - b[0]) }] : [];
    });
  };
}
