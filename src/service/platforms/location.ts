import { isCountryOfToday } from '../../contract/region-codes.ts';
import { readableAreaOf, regionLabel } from '../../contract/region-label.ts';
import type { SentLocation } from './platform.ts';

/** The region of questions that are sent without a location. */
export const noLocation = 'ZZ';

const countryOf = (region: string): string => region.split(':', 1)[0] ?? '';

/** Whether a platform that takes ISO countries can be told a region, or be told none. */
export const isSendable = (region: string): boolean =>
  region === noLocation || isCountryOfToday(countryOf(region));

/**
 * The location to send for a region: `{country: 'NZ', area: 'Bay of Plenty'}` for `NZ:bay-of-plenty`, null for `ZZ`.
 * Throws a `RangeError` if the region is not sendable, so that no question is sent without its location.
 */
export function locationOf(region: string): SentLocation | null {
  if (!isSendable(region)) throw new RangeError(`The region ${region} cannot be sent.`);
  if (region === noLocation) return null;
  const country = countryOf(region);
  const area = readableAreaOf(region.slice(country.length + 1).trim());
  return { country, area: area === '' ? null : area };
}

/** A location in the form that OpenAI and Anthropic share. */
export const approximateLocation = ({ country, area }: SentLocation) => ({
  type: 'approximate' as const,
  country,
  ...(area !== null && { region: area }),
});

/** What is quoted, also if the end of the quotation is missing. */
const quotationPattern =
  /"[^"]*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$)|(?<!\p{L})'(?:[^']|(?<=\p{L})'(?=\p{L}))*(?:'|$)/gu;
const placePattern = /^(?:country|countries|regions?|locations?|area|city)$/i;
/** How many words away from a word for places a name is still about the place. */
const nameReach = 5;
/** Codes that are words too, where they are in capitals. */
const wordCodes = new Set('AI AM AS AT BE BY DO ID IN IS IT ME MY NO SO TO'.split(' '));
/** Stands for the location's name. */
const mark = '§';

/** The words and punctuation marks of a text, with a space around each. */
const spaceOut = (text: string): string =>
  ` ${(text.match(/[\p{L}\p{M}\p{N}§]+|[.,:;!?]/gu) ?? []).join(' ')} `;

/**
 * Whether what a platform says of a fault in a request is about the location that was sent with it: it names the
 * location beside a word for places, not only in what it quotes of the question. Where the host is, which platforms
 * refuse as well, concerns every question.
 */
export function namesLocation(said: string, location: SentLocation | null): boolean {
  if (location === null) return false;
  if (/\buser_location\b/.test(said)) return true;
  const { country, area } = location;
  const names = [regionLabel(country), area ?? ''].filter((name) => name !== '');
  const unquoted = said.replace(quotationPattern, (quoted) => {
    const text = quoted.slice(1, -1);
    if (text === country || names.includes(text)) return ` ${mark} `;
    return /\s/.test(text) ? ' ' : quoted;
  });
  const marked = names.reduce(
    (text, name) => text.replaceAll(spaceOut(name), ` ${mark} `),
    spaceOut(unquoted),
  );
  const isName = (word: string, previous = ''): boolean =>
    word === mark || (word === country && (!wordCodes.has(word) || /^(?:code|:)$/.test(previous)));
  return marked.split(/[.,;!?]/).some((clause) => {
    const words = clause.trim().split(/ +/);
    return words.some(
      (word, index) =>
        isName(word, words[index - 1]) &&
        words
          .slice(Math.max(0, index - nameReach), index + nameReach + 1)
          .some((near) => placePattern.test(near)),
    );
  });
}
