import { platforms } from '../../contract/enums.ts';

/** Platforms that are measured both on their website and through their API. */
export const versionPairs = [
  { web: 'chatgpt_app', api: 'chatgpt_api' },
  { web: 'gemini_app', api: 'gemini_api' },
  { web: 'perplexity_app', api: 'perplexity_sonar_pro' },
] as const;

/** Whether a key is the website version of a platform whose API version is also among `keys`. */
export const isWebVersion = (key: string, keys: readonly string[]): boolean =>
  versionPairs.some(({ web, api }) => web === key && keys.includes(api));

const pairOf = (id: string) => versionPairs.find(({ web, api }) => web === id || api === id);
const listedIds: readonly string[] = platforms.map(({ id }) => id);

/** Platform IDs in the order of v1, but each API version right after its website version. */
const displayOrder = [
  ...new Set(
    listedIds.flatMap((id) => {
      const pair = pairOf(id);
      return pair ? [pair.web, pair.api] : [id];
    }),
  ),
];

/** Sorts platforms for display; those newer than this code come last, in their original order. */
export function sortPlatforms<T extends { key: string }>(items: readonly T[]): T[] {
  const placeOf = ({ key }: T) => {
    const place = displayOrder.indexOf(key);
    return place === -1 ? displayOrder.length : place;
  };
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}
