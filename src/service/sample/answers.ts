import type { PlatformId } from '../../contract/enums.ts';
import { createRandom, seedOf } from './chance.ts';
import { type BrandPlan, type SitePlan, valueAt } from './plan.ts';
import type { Language } from './wording/language.ts';

export interface PlannedAnswer {
  /** Index in the site's prompts. */
  promptIndex: number;
  platform: PlatformId;
  region: string;
  run: number;
  language: Language;
  /** `sentiment` is 0–100 with one decimal; null unless the language is English. */
  mentions: { brandIndex: number; sentiment: number | null }[];
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Creates a random walk that tends back to 0. */
function createWalk(chance: () => number, memory: number, step: number): () => number {
  let value = 0;
  return () => {
    value = memory * value + step * (2 * chance() - 1);
    return value;
  };
}

/** Simulates one brand: its curves, its biases by platform, region and prompt, and noise. */
function createBrandModel(brand: BrandPlan, site: SitePlan, chance: () => number) {
  const drawBias = (width: number) => width * (2 * chance() - 1);
  const platforms = new Map(
    site.platforms.map((id) => [
      id,
      { bias: drawBias(16), drift: createWalk(chance, 0.95, 1.5), currentBias: 0, deficit: 0 },
    ]),
  );
  const regions = new Map(
    site.regions.map(({ code }) => [code, { bias: drawBias(9), deficit: 0 }]),
  );
  const promptBiases = site.prompts.map(() => drawBias(14));
  const visibilityNoise = createWalk(chance, 0.6, 1.6);
  const sentimentNoise = createWalk(chance, 0.8, 1.5);
  let visibility = 0;
  let sentiment: number | null = null;

  return {
    startScan(progress: number) {
      const level = valueAt(brand.visibility, progress);
      visibility = level === 0 ? 0 : clamp(level + visibilityNoise(), 1, 97);
      sentiment = brand.sentiment ? valueAt(brand.sentiment, progress) + sentimentNoise() : null;
      for (const platform of platforms.values())
        platform.currentBias = platform.bias + platform.drift();
    },

    /**
     * The share of answers that are to mention the brand, 0–1. A platform, region or prompt that the plan lacks has no
     * bias.
     */
    shareOf(promptIndex: number, platformId: PlatformId, regionCode: string): number {
      if (visibility === 0) return 0;
      // Biases shrink as visibility approaches 0 or 100.
      const room = Math.min(visibility, 100 - visibility) / 50;
      const totalBias =
        (platforms.get(platformId)?.currentBias ?? 0) +
        (regions.get(regionCode)?.bias ?? 0) +
        (promptBiases[promptIndex] ?? 0);
      return clamp((visibility + room * totalBias) / 100, 0, 1);
    },

    drawMention(promptIndex: number, platformId: PlatformId, regionCode: string): boolean {
      const platform = platforms.get(platformId);
      const region = regions.get(regionCode);
      if (visibility === 0 || !platform || !region) return false;
      const targetShare = this.shareOf(promptIndex, platformId, regionCode);
      // Corrects for the error of earlier answers, so that small samples follow the curve closely.
      const isMentioned = chance() < targetShare + 0.4 * (platform.deficit + region.deficit);
      platform.deficit += targetShare - Number(isMentioned);
      region.deficit += targetShare - Number(isMentioned);
      return isMentioned;
    },

    /**
     * Draws the sentiment that a mention has if its answer is in English, and whether the mention votes for another
     * language. The sentiment is null for a brand without sentiment.
     */
    drawSentiment(
      englishShare: number,
      draw: () => number,
    ): { sentiment: number | null; isForeign: boolean } {
      const spread = 14 * (draw() + draw() - 1);
      const isForeign = draw() >= englishShare;
      if (sentiment === null) return { sentiment, isForeign };
      return {
        sentiment: Math.round(10 * clamp(sentiment + spread, 2, 98)) / 10,
        isForeign,
      };
    },
  };
}

/** A mention in an answer whose language is not decided yet. */
interface Impression {
  brandIndex: number;
  sentiment: number | null;
  isForeign: boolean;
}

/**
 * Whether an answer is in English: the majority of its mentions decides, and the region's main language in a tie.
 * A brand without sentiment is mentioned only in other languages. An answer without mentions is in English if `draw`,
 * from 0 to 1, is below the share of English.
 */
function isEnglish(impressions: readonly Impression[], englishShare: number, draw: number) {
  if (impressions.length === 0) return draw < englishShare;
  if (impressions.some(({ sentiment }) => sentiment === null)) return false;
  const foreignCount = impressions.filter((impression) => impression.isForeign).length;
  return foreignCount === impressions.length - foreignCount
    ? englishShare > 0.5
    : foreignCount < impressions.length - foreignCount;
}

/** An answer that leaves these impressions, in the language that they decide. `draw` is as in `isEnglish`. */
function planAnswer(
  place: Pick<PlannedAnswer, 'promptIndex' | 'platform' | 'region' | 'run'>,
  impressions: readonly Impression[],
  englishShare: number,
  draw: number,
): PlannedAnswer {
  const isInEnglish = isEnglish(impressions, englishShare, draw);
  const mentions = impressions.map(({ brandIndex, sentiment }) => ({
    brandIndex,
    sentiment: isInEnglish ? sentiment : null,
  }));
  return { ...place, language: isInEnglish ? 'en' : 'de', mentions };
}

/** Simulates the brands of a site. */
function createSiteModel(site: SitePlan) {
  const chance = createRandom(site.number);
  return { chance, models: site.brands.map((brand) => createBrandModel(brand, site, chance)) };
}
type SiteModel = ReturnType<typeof createSiteModel>;

/**
 * Creates a function that generates the answers of a site's scans from its plan. Each prompt runs on every platform of
 * the scan, each time in one region, which changes from one day with scans to the next. On every thirtieth such day,
 * the first two prompts run twice on the first platform.
 * @returns a function from the index of a scan's day to the answers. Call it in the order of the scans, since its noise
 * depends on earlier calls.
 */
export function createAnswerGenerator(
  site: SitePlan,
  { models, chance }: SiteModel = createSiteModel(site),
): (day: number) => PlannedAnswer[] {
  const { dayCount, absences } = site.schedule;
  const isPresent = (platformOrRegion: string, day: number) =>
    !absences.some(
      (absence) =>
        absence.platformOrRegion === platformOrRegion && absence.from <= day && day < absence.until,
    );

  return (day) => {
    for (const model of models) model.startScan(dayCount > 1 ? day / (dayCount - 1) : 1);
    const regions = site.regions.filter((region) => isPresent(region.code, day));
    const generate = (
      promptIndex: number,
      platformIndex: number,
      platform: PlatformId,
      run: number,
    ) => {
      const region = regions[(promptIndex + platformIndex + day) % regions.length];
      if (!region) return [];
      const impressions = models.flatMap((model, brandIndex) =>
        model.drawMention(promptIndex, platform, region.code)
          ? [{ brandIndex, ...model.drawSentiment(region.englishShare, chance) }]
          : [],
      );
      const draw = ((7 * promptIndex + 3 * platformIndex + day) % 10) / 10;
      const place = { promptIndex, platform, region: region.code, run };
      return [planAnswer(place, impressions, region.englishShare, draw)];
    };
    return site.platforms.flatMap((platform, platformIndex) => {
      if (!isPresent(platform, day)) return [];
      const firstAnswers = site.prompts.flatMap((_, prompt) =>
        generate(prompt, platformIndex, platform, 1),
      );
      const repeatedPrompts = platformIndex === 0 && day % 30 === 29 ? [0, 1] : [];
      return [
        ...firstAnswers,
        ...repeatedPrompts.flatMap((prompt) => generate(prompt, platformIndex, platform, 2)),
      ];
    });
  };
}

/** The part of a golden ratio by which an even spread of numbers from 0 to 1 goes on. */
const goldenStep = 0.6180339887498949;

/** Where an answer of a later scan is placed, and how likely it is in English, 0–1. */
interface LaterPlace extends Pick<PlannedAnswer, 'promptIndex' | 'platform' | 'region' | 'run'> {
  englishShare: number;
}

/**
 * Creates a function that generates answers of later scans, which continue the site's last one. Unlike those, an answer
 * depends on no other, and a site can be asked on any platform and from any region.
 * @param newBrands brands that earlier answers do not mention; their indexes follow those of the site
 * @returns a function from a place and a number, such as that of the day, to an answer, the same for the same two
 */
export function createLaterAnswers(
  site: SitePlan,
  newBrands: readonly BrandPlan[],
): (place: LaterPlace, seed: number) => PlannedAnswer {
  const siteModel = createSiteModel(site);
  const answersOf = createAnswerGenerator(site, siteModel);
  for (let day = 0; day < site.schedule.dayCount; day++) answersOf(day);
  const newModel = createSiteModel({ ...site, number: site.number + 1, brands: newBrands });
  const models = [...siteModel.models, ...newModel.models];
  for (const model of models) model.startScan(1);

  return ({ englishShare, ...place }, seed) => {
    const { promptIndex, platform, region, run } = place;
    const cellSeed = seedOf(site.number, seed, platform, region, run);
    const chance = createRandom(cellSeed + promptIndex);
    const impressions = models.flatMap((model, brandIndex) => {
      // Spread evenly over the prompts, so that the answers of a few questions follow the share closely.
      const start = createRandom(seedOf(cellSeed, brandIndex))();
      const position = (start + goldenStep * promptIndex) % 1;
      return position < model.shareOf(promptIndex, platform, region)
        ? [{ brandIndex, ...model.drawSentiment(englishShare, chance) }]
        : [];
    });
    return planAnswer(place, impressions, englishShare, chance());
  };
}
