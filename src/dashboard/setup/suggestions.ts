import { foldedText } from '../../contract/sightline/setup.ts';
import type { DraftBrand } from './draft.ts';

/**
 * The host name in an address or domain that a person typed, without `www.`; null if it is incomplete. Accepts
 * "https://www.example.com/about" and "Example.com".
 */
export function toDomain(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return null;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const host = new URL(address).hostname.replace(/^www\./, '').replace(/\.$/, '');
  // A host without a dot cannot be cited.
  return /^[^.]+(?:\.[^.]+)+$/.test(host) ? host : null;
}

/** The word of a domain that names the brand: "alderpike" for alderpike.com and shop.alderpike.co.uk. */
function wordOf(domain: string): string {
  const labels = domain.split('.');
  // Second-level suffixes, such as co.uk, have at most three letters.
  const isSecondLevel = labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return labels.at(isSecondLevel ? -3 : -2) ?? '';
}

const squeeze = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Spellings of a name that a text may use: with "and" for "&" and the reverse, and without the spaces beside "&". */
function respell(name: string): string[] {
  const spellings: string[] = [];
  if (/\s&\s/.test(name)) {
    spellings.push(name.replace(/\s+&\s+/g, ' and '), name.replace(/\s+&\s+/g, '&'));
  } else if (name.includes('&')) {
    spellings.push(name.replaceAll('&', ' & '), name.replaceAll('&', ' and '));
  } else if (/\sand\s/i.test(name)) {
    spellings.push(name.replace(/\s+and\s+/gi, ' & '));
  }
  return spellings;
}

/** Suggests spellings of a brand from its name and domains. */
function suggestAliases({ name, domains }: DraftBrand): string[] {
  const trimmed = name.trim();
  const words = domains
    .map(wordOf)
    // A domain is worth suggesting if it is not the name itself: "Alderpike" for "Alder & Pike".
    .filter((word) => word.length > 2)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return trimmed === ''
    ? []
    : [...respell(trimmed), ...words].filter((spelling) => squeeze(spelling) !== '');
}

/**
 * The spellings to suggest for a brand: near misses in answers first, then those from its name and domains. Each is
 * suggested once, and those that the brand has are left out: of near misses, whose case matters, those that it has in the
 * same case.
 */
export function suggestSpellings<T extends { spelling: string }>(
  brand: DraftBrand,
  nearMisses: readonly T[],
): { nearMisses: T[]; suggestions: string[] } {
  const known = [brand.name, ...brand.aliases];
  const missed = nearMisses.filter(({ spelling }) => !known.includes(spelling));
  const folded = new Set([...known, ...missed.map(({ spelling }) => spelling)].map(foldedText));
  const suggestions = suggestAliases(brand).filter((spelling) => {
    const count = folded.size;
    return folded.add(foldedText(spelling)).size > count;
  });
  return { nearMisses: missed, suggestions };
}
