import type { ThirdParty } from './plan.ts';

/** Websites about outdoor gear. Over time, some are cited more often, and others less. */
export const outdoorSites: readonly ThirdParty[] = [
  { host: 'www.trailnotes.example', name: 'Trail Notes', language: 'en', weight: [9, 6] },
  { host: 'gearbench.example', name: 'Gear Bench', language: 'en', weight: [6, 8] },
  { host: 'forum.campfire-talk.example', name: 'Campfire Talk', language: 'en', weight: [3, 10] },
  { host: 'www.hutbook.example', name: 'Hutbook', language: 'en', weight: [5, 5] },
  { host: 'videos.peakreel.example', name: 'Peakreel', language: 'en', weight: [1, 6] },
  { host: 'pricewatch.example', name: 'Pricewatch', language: 'en', weight: [5, 3] },
  { host: 'en.openpedia.example', name: 'Openpedia', language: 'en', weight: [4, 3] },
  {
    host: 'www.highground-review.example',
    name: 'High Ground Review',
    language: 'en',
    weight: [6, 6],
    isCitedOnlyForCompetitors: true,
  },
  {
    host: 'summit-deals.example',
    name: 'Summit Deals',
    language: 'en',
    weight: [3, 5],
    isCitedOnlyForCompetitors: true,
  },
  { host: 'www.bergpfad.example', name: 'Bergpfad', language: 'de', weight: [8, 8] },
  { host: 'forum.zeltplatz.example', name: 'Zeltplatz-Forum', language: 'de', weight: [4, 7] },
  { host: 'de.openpedia.example', name: 'Openpedia', language: 'de', weight: [3, 3] },
];

/** Websites about local and online services. */
export const localSites: readonly ThirdParty[] = [
  { host: 'www.localvoices.example', name: 'Local Voices', language: 'en', weight: [8, 6] },
  { host: 'askaround.example', name: 'Ask Around', language: 'en', weight: [4, 8] },
  { host: 'www.comparewell.example', name: 'Comparewell', language: 'en', weight: [6, 6] },
  { host: 'citypaper.example', name: 'City Paper', language: 'en', weight: [4, 4] },
  { host: 'en.openpedia.example', name: 'Openpedia', language: 'en', weight: [2, 2] },
  {
    host: 'www.bestpicks.example',
    name: 'Best Picks',
    language: 'en',
    weight: [5, 5],
    isCitedOnlyForCompetitors: true,
  },
  { host: 'www.klar-bewertet.example', name: 'Klar bewertet', language: 'de', weight: [5, 5] },
  { host: 'de.openpedia.example', name: 'Openpedia', language: 'de', weight: [2, 2] },
];
