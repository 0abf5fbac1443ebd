import type { PlatformId } from '../../contract/enums.ts';
import type { BrandRecord } from '../store/records.ts';
import { createLaterAnswers } from './answers.ts';
import { createRandom, seedOf } from './chance.ts';
import { createSeededEvidenceWriter, type SearchHabits } from './evidence.ts';
import { sampleId } from './ids.ts';
import { type BrandPlan, createSteadySchedule, type PromptPlan, type SitePlan } from './plan.ts';
import type { InventedAnswer } from './platform-protocols.ts';
import { sampleAccounts } from './portfolio.ts';
import { localSites } from './third-parties.ts';
import { toSlug } from './trades.ts';
import type { Subject } from './wording/language.ts';
import { createTradeSubject } from './wording/subjects.ts';

/** One question of a scan, as it is asked. */
export interface InventedQuestion {
  text: string;
  platform: PlatformId;
  region: string;
  run: number;
}

/** The site whose questions are asked. */
export interface InventedSite {
  id: string;
  brands: readonly Pick<BrandRecord, 'name' | 'aliases' | 'role' | 'domains'>[];
  /** The texts of the questions. */
  questions: readonly string[];
}

/** Sightline asks every platform to search the web; the sample's measured answers of these came without. */
const searchHabits: Readonly<Partial<Record<PlatformId, SearchHabits>>> = {
  claude_api: { searchShare: 0.8, citations: [2, 4], queries: [1, 2] },
  chatgpt_api: { searchShare: 0.9, citations: [2, 5], queries: [1, 3] },
  gemini_api: { searchShare: 0.8, citations: [2, 4], queries: [1, 2] },
};

/** Countries where most answers are in German, if the sample does not say how many. */
const germanCountries = ['AT', 'CH', 'DE', 'LI'];
const sitePlans: ReadonlyMap<string, SitePlan> = new Map(
  sampleAccounts
    .flatMap(({ sites, clients }) => [...sites, ...clients.flatMap((client) => client.sites)])
    .map((site) => [sampleId('site', site.number), site]),
);

/** The plan of a site that somebody has added to the sample. */
const createPlan = (id: string): SitePlan => ({
  number: seedOf(id),
  name: '',
  url: '',
  isActive: true,
  brands: [],
  prompts: [],
  platforms: ['claude_api', 'chatgpt_api', 'gemini_api', 'perplexity_sonar_pro'],
  regions: [],
  schedule: createSteadySchedule(1, 1),
  thirdParties: localSites,
  recommendations: [],
});

/** Bounds on the visibility of a brand that the sample does not have. */
const visibilityByRole = {
  tracked: [35, 60],
  competitor: [15, 60],
  discovered: [3, 10],
} as const;

const websiteOf = (name: string): string => `${toSlug(name)}.example`;

function inventBrand({ name, aliases, role, domains }: InventedSite['brands'][number]): BrandPlan {
  const chance = createRandom(seedOf(name));
  const [low, high] = visibilityByRole[role];
  return {
    ...{ name, aliases, role },
    domains: domains.length > 0 ? domains : [websiteOf(name)],
    visibility: [[0, low + chance() * (high - low)]],
    sentiment: [[0, 50 + chance() * 20]],
  };
}

/** The subjects of all questions of the sample, by their texts. */
const subjects: ReadonlyMap<string, Subject> = new Map(
  [...sitePlans.values()].flatMap(({ prompts }) =>
    prompts.map(({ text, subject }) => [text, subject] as const),
  ),
);
const otherSubject = createTradeSubject('guide', 'providers', 'services');

const toPrompt = (text: string): PromptPlan => ({
  text,
  category: '',
  tags: [],
  subject: subjects.get(text) ?? otherSubject,
});

function englishShareOf({ regions }: SitePlan, region: string): number {
  const country = region.slice(0, 2);
  const planned =
    regions.find(({ code }) => code === region) ??
    regions.find(({ code }) => code.startsWith(country));
  return planned?.englishShare ?? (germanCountries.includes(country) ? 0 : 0.97);
}

/** Roughly how many tokens a text has. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Invents the answers to the questions of sites: always the same to the same question in the same scan of a day. */
export function createInventor() {
  const write = createSeededEvidenceWriter();

  /**
   * @returns a function that invents the answer to a question of this site on a UTC day, YYYY-MM-DD, in the first of the
   * day's scans (0) or a later one
   */
  return (
    asked: InventedSite,
  ): ((question: InventedQuestion, day: string, scanOfDay: number) => InventedAnswer) => {
    const planned = sitePlans.get(asked.id) ?? createPlan(asked.id);
    const stored = new Map(asked.brands.map((brand) => [brand.name, brand]));
    const names = new Set(planned.brands.map(({ name }) => name));
    const newBrands = asked.brands.filter(({ name }) => !names.has(name)).map(inventBrand);
    const site: SitePlan = {
      ...planned,
      brands: [
        ...planned.brands.map((brand) => ({
          ...brand,
          aliases: stored.get(brand.name)?.aliases ?? brand.aliases,
        })),
        ...newBrands,
      ],
      prompts: [...planned.prompts, ...asked.questions.map(toPrompt)],
    };
    const isStored = site.brands.map(({ name }) => stored.has(name));
    const answerTo = createLaterAnswers(planned, newBrands);

    return ({ text, platform, region, run }, day, scanOfDay) => {
      const promptIndex = site.prompts.findIndex((prompt) => prompt.text === text);
      const place = { promptIndex, platform, region, run };
      const englishShare = englishShareOf(site, region);
      const complete = answerTo({ ...place, englishShare }, Date.parse(day) + scanOfDay);
      const mentions = complete.mentions.filter(({ brandIndex }) => isStored[brandIndex]);
      const answer = { ...complete, mentions };
      const scan = scanOfDay === 0 ? day : `${day} ${scanOfDay}`;
      const seed = seedOf(site.number, scan, platform, region, run, text);
      const { citations, ...evidence } = write(site, answer, {
        ...{ seed, progress: 1, age: 0 },
        habits: searchHabits[platform] ?? {},
      });
      const { model, searched, queries } = evidence;
      const usage = {
        inputTokens: tokensOf(text) + (searched ? 8_000 : 0),
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        longCacheWriteTokens: 0,
        outputTokens: tokensOf(evidence.text),
        searches: queries.length,
      };
      const retrieved = [...citations, ...evidence.retrieved];
      return { model, text: evidence.text, queries, citations, retrieved, usage };
    };
  };
}
