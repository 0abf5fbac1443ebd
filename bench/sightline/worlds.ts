import type { Catalogue } from '../../src/service/records/catalogue.ts';
import { noBranding } from '../../src/service/store/records.ts';
import type { AnswerRecord } from '../../src/service/store/store.ts';
import { noClassifications } from '../../tests/setup/scopes.ts';
import { createCatalogue, createPlainAnswers, ids, toAnswerRecord } from '../service/world.ts';

/** Data to import: a catalogue, and answers in chunks. */
export interface World {
  catalogue: Catalogue;
  answers: () => Iterable<AnswerRecord[]>;
}

const moreRegions = ['FR', 'ES'];
const matrixPrompts = 18;

/** The service benchmark's site with 18 prompts on 10 platforms in 5 regions: 900 answers per scan. */
export const createMatrixWorld = (scans: number): World => ({
  catalogue: createCatalogue(scans),
  *answers() {
    for (let scan = 0; scan < scans; scan += 1) {
      const plainAnswers = [...createPlainAnswers(scan)].filter(
        ({ prompt }) => prompt < matrixPrompts,
      );
      yield plainAnswers.map(toAnswerRecord);
      yield plainAnswers.flatMap((answer) => {
        const region = moreRegions[answer.region];
        return region === undefined ? [] : [{ ...toAnswerRecord(answer), region }];
      });
    }
  },
});

const range = (n: number) => Array.from({ length: n }, (_, index) => index);
const uuidOf = (kind: string, n: number) =>
  `00000000-0000-4000-${kind}-${n.toString(16).padStart(12, '0')}`;
const dayMs = 86_400_000;
const firstDay = Date.UTC(2025, 0, 1);
const platforms = ['claude_api', 'chatgpt_api', 'gemini_api', 'chatgpt_app', 'perplexity_app'];
const [brandsPerSite, promptsPerSite] = [8, 4];
const idOf = (kind: string, site: number, n: number) => uuidOf(kind, site * 1_000 + n);

function createPortfolioCatalogue(clients: number, sites: number, scans: number): Catalogue {
  const datesOf = (n: number) => ({ createdAt: firstDay + n, updatedAt: firstDay });
  const makeForSites = <T>(count: number, make: (site: number, n: number) => T): T[] =>
    range(sites).flatMap((site) => range(count).map((n) => make(site, n)));
  return {
    accounts: [{ id: ids.account, name: 'Bench', kind: 'agency', sample: false }],
    clients: range(clients).map((n) => ({
      id: uuidOf('8001', n),
      accountId: ids.account,
      name: `Client ${n}`,
      websiteUrl: '',
      industry: '',
      description: '',
      ...noBranding,
      ...datesOf(n),
    })),
    sites: range(sites).map((n) => ({
      id: uuidOf('8002', n),
      accountId: ids.account,
      clientId: uuidOf('8001', n % clients),
      name: `Site ${n}`,
      url: `https://site-${n}.example`,
      active: true,
      collection: null,
      ...datesOf(n),
    })),
    brands: makeForSites(brandsPerSite, (site, n) => ({
      id: idOf('9001', site, n),
      siteId: uuidOf('8002', site),
      name: `Brand ${n}`,
      aliases: [],
      domains: [],
      role: n === 0 ? 'tracked' : 'competitor',
    })),
    prompts: makeForSites(promptsPerSite, (site, n) => ({
      id: idOf('a001', site, n),
      siteId: uuidOf('8002', site),
      text: `Prompt ${n}`,
      category: '',
      ...noClassifications,
      mentionsTracked: false,
      retired: false,
    })),
    scans: makeForSites(scans, (site, n) => {
      const at = firstDay + n * dayMs;
      return {
        id: idOf('b001', site, n),
        siteId: uuidOf('8002', site),
        status: 'completed',
        createdAt: at,
        startedAt: at,
        completedAt: at,
        updatedAt: at,
      };
    }),
    recommendations: [],
  };
}

/** Many clients with a few small sites each: 20 answers per scan. */
export const createPortfolioWorld = (clients: number, sites: number, scans: number): World => ({
  catalogue: createPortfolioCatalogue(clients, sites, scans),
  *answers() {
    for (const site of range(sites)) {
      yield range(scans).flatMap((scan) =>
        range(promptsPerSite).flatMap((prompt) =>
          platforms.map((platform, index) => {
            const mentionedBrands = range(brandsPerSite).filter(
              (n) => (site + scan + prompt + index + n) % 3 === 0,
            );
            return {
              siteId: uuidOf('8002', site),
              scanId: idOf('b001', site, scan),
              promptId: idOf('a001', site, prompt),
              platform,
              region: 'US',
              run: 1,
              brandIds: mentionedBrands.map((n) => idOf('9001', site, n)),
              sentiments: mentionedBrands.map(() => null),
            };
          }),
        ),
      );
    }
  },
});
