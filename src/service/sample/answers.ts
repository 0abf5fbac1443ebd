import type { PlatformId } from '../../contract/enums.ts';
import { chanceFrom } from './chance.ts';
import { type BrandPlan, type SitePlan, valueAt } from './plan.ts';

export interface PlannedAnswer {
  /** Index in the site's prompts. */
  prompt: number;
  platform: PlatformId;
  region: string;
  run: number;
  /** Index in the site's brands, and sentiment 0–100 with one decimal, or null. */
  mentions: { brand: number; sentiment: number | null }[];
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** A random walk that returns to 0. */
function wander(chance: () => number, memory: number, step: number): () => number {
  let value = 0;
  return () => {
    value = memory * value + step * (2 * chance() - 1);
    return value;
  };
}

/** Simulates one brand: its curve, biases of platforms, regions and prompts, and noise. */
function createBrandModel(brand: BrandPlan, site: SitePlan, chance: () => number) {
  const leaning = (width: number) => width * (2 * chance() - 1);
  const platforms = new Map(
    site.platforms.map((id) => [
      id,
      { lean: leaning(16), drift: wander(chance, 0.95, 1.5), now: 0, deficit: 0 },
    ]),
  );
  const regions = new Map(site.regions.map(({ code }) => [code, { lean: leaning(9), deficit: 0 }]));
  const prompts = site.prompts.map(() => leaning(14));
  const scatter = wander(chance, 0.6, 1.6);
  const mood = wander(chance, 0.8, 1.5);
  let visibility = 0;
  let sentiment: number | null = null;

  return {
    startScan(progress: number) {
      const level = valueAt(brand.visibility, progress);
      visibility = level === 0 ? 0 : clamp(level + scatter(), 1, 97);
      sentiment = brand.sentiment ? valueAt(brand.sentiment, progress) + mood() : null;
      for (const platform of platforms.values()) platform.now = platform.lean + platform.drift();
    },

    mentionedIn(prompt: number, platformId: PlatformId, code: string): boolean {
      const platform = platforms.get(platformId);
      const region = regions.get(code);
      if (visibility === 0 || !platform || !region) return false;
      // Biases shrink towards 0 and 100.
      const room = Math.min(visibility, 100 - visibility) / 50;
      const lean = platform.now + region.lean + (prompts[prompt] ?? 0);
      const wanted = clamp((visibility + room * lean) / 100, 0, 1);
      // Corrects for the error of earlier answers, so that small samples follow the curve closely.
      const mentioned = chance() < wanted + 0.4 * (platform.deficit + region.deficit);
      platform.deficit += wanted - Number(mentioned);
      region.deficit += wanted - Number(mentioned);
      return mentioned;
    },

    sentiment(withSentiment: number): number | null {
      const spread = 14 * (chance() + chance() - 1);
      const has = chance() < withSentiment;
      if (!has || sentiment === null) return null;
      return Math.round(10 * clamp(sentiment + spread, 2, 98)) / 10;
    },
  };
}

/**
 * Generates the answers of a site's scans from its plan. Each prompt goes to every platform of the scan, in one region
 * that changes from scan to scan. Every thirtieth scan repeats the first two prompts on the first platform.
 * @returns a function from a scan's index to its answers. Call it in ascending order, since its noise depends on earlier
 * calls.
 */
export function createAnswering(site: SitePlan): (scan: number) => PlannedAnswer[] {
  const chance = chanceFrom(site.number);
  const models = site.brands.map((brand) => createBrandModel(brand, site, chance));
  const { count, absences } = site.schedule;
  const isPresent = (what: string, scan: number) =>
    !absences.some((gap) => gap.what === what && gap.from <= scan && scan < gap.until);

  return (scan) => {
    for (const model of models) model.startScan(count > 1 ? scan / (count - 1) : 1);
    const regions = site.regions.filter((region) => isPresent(region.code, scan));
    const answer = (prompt: number, place: number, platform: PlatformId, run: number) => {
      const region = regions[(prompt + place + scan) % regions.length];
      if (!region) return [];
      const mentions = models.flatMap((model, brand) =>
        model.mentionedIn(prompt, platform, region.code)
          ? [{ brand, sentiment: model.sentiment(region.withSentiment) }]
          : [],
      );
      return [{ prompt, platform, region: region.code, run, mentions }];
    };
    return site.platforms.flatMap((platform, place) => {
      if (!isPresent(platform, scan)) return [];
      const first = site.prompts.flatMap((_, prompt) => answer(prompt, place, platform, 1));
      const again = place === 0 && scan % 30 === 29 ? [0, 1] : [];
      return [...first, ...again.flatMap((prompt) => answer(prompt, place, platform, 2))];
    });
  };
}
