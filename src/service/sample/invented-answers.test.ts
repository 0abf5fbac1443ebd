import { describe, expect, test } from 'vitest';
import { createMentionFinder } from '../measure/mentions.ts';
import { createAnswerGenerator } from './answers.ts';
import { sampleId } from './ids.ts';
import { createInventor, type InventedQuestion } from './invented-answers.ts';
import { northwind } from './northwind.ts';
import type { SitePlan } from './plan.ts';

const day = '2026-03-08';
const [shop] = northwind.sites;
if (!shop?.collection) throw new Error('The sample’s first site has nowhere to be asked.');
const site: SitePlan = shop;
const { platforms, regions } = shop.collection;
const questionsOf = (texts: readonly string[]): InventedQuestion[] =>
  platforms.flatMap((platform) =>
    regions.flatMap((region) => texts.map((text) => ({ text, platform, region, run: 1 }))),
  );
const texts = site.prompts.map(({ text }) => text);
const inventorOf = createInventor();
const invent = inventorOf({
  id: sampleId('site', site.number),
  brands: site.brands,
  questions: texts,
});
const answers = questionsOf(texts).map((question) => ({ question, ...invent(question, day, 0) }));

const share = (count: number, total: number): number => (100 * count) / total;

describe('invented answers of a sample site', () => {
  test('continue how often each platform named each brand', () => {
    const answersOf = createAnswerGenerator(site);
    const days = Array.from({ length: site.schedule.dayCount }, (_, index) => answersOf(index));
    const lastWeek = days.slice(-7).flat();
    const find = createMentionFinder(site.brands.map((brand) => ({ ...brand, id: brand.name })));
    const moves = platforms.flatMap((platform) =>
      site.brands.map(({ name }, brandIndex) => {
        const before = lastWeek.filter((answer) => answer.platform === platform);
        const named = before.filter(({ mentions }) =>
          mentions.some((mention) => mention.brandIndex === brandIndex),
        );
        const now = answers.filter(({ question }) => question.platform === platform);
        const namedNow = now.filter(({ text }) => find(text).some((it) => it.brandId === name));
        return share(namedNow.length, now.length) - share(named.length, before.length);
      }),
    );
    expect(Math.max(...moves.map(Math.abs))).toBeLessThan(10);
  });

  test('are the same on the same day, and others on the next', () => {
    const [question] = questionsOf(texts);
    if (!question) throw new Error('There is no question.');
    expect(invent(question, day, 0)).toEqual(invent(question, day, 0));
    const later = questionsOf(texts).map((it) => invent(it, '2026-03-09', 0).text);
    expect(later).not.toEqual(answers.map(({ text }) => text));
  });

  test('differ in the second scan of a day, but name the brands about as often', () => {
    const again = questionsOf(texts).map((it) => invent(it, day, 1));
    const differing = again.filter(({ text }, index) => text !== answers[index]?.text);
    expect(share(differing.length, again.length)).toBeGreaterThan(90);
    const find = createMentionFinder(site.brands.map((brand) => ({ ...brand, id: brand.name })));
    for (const { name } of site.brands) {
      const [one, other] = [answers, again].map(
        (some) => some.filter(({ text }) => find(text).some((it) => it.brandId === name)).length,
      );
      expect(Math.abs(share((one ?? 0) - (other ?? 0), again.length))).toBeLessThan(10);
    }
  });

  test('cite only pages that the search found', () => {
    const cited = answers.filter(({ citations }) => citations.length > 0);
    expect(cited.length).toBeGreaterThan(answers.length / 2);
    for (const { queries, citations, retrieved } of cited) {
      expect(queries.length).toBeGreaterThan(0);
      expect(retrieved).toEqual(expect.arrayContaining([...citations]));
    }
    expect(answers.some(({ retrieved, citations }) => retrieved.length > citations.length)).toBe(
      true,
    );
  });

  test('are in German in Austria', () => {
    const inAustria = answers.filter(({ question }) => question.region === 'AT');
    const german = inAustria.filter(({ text }) => /\b(?:und|der|die|wie)\b/.test(text));
    expect(german).toHaveLength(inAustria.length);
  });
});

describe('invented answers of a site that somebody added', () => {
  const brands = [
    { name: 'Glimmer & Sons', aliases: [], role: 'tracked' as const, domains: [] },
    {
      name: 'Otto Lamps',
      aliases: ['Otto'],
      role: 'competitor' as const,
      domains: ['otto.example'],
    },
  ];
  const questions = ['Who makes the best lamps?', 'Which lamp lasts longest?'];
  const added = inventorOf({ id: 'added', brands, questions });
  const answersOf = (days: readonly string[]) =>
    days.flatMap((date) => questionsOf(questions).map((question) => added(question, date, 0)));

  test('name its brands in some answers and not in others', () => {
    const found = answersOf([day, '2026-03-09', '2026-03-10']);
    for (const { name } of brands) {
      const named = found.filter(({ text }) => text.includes(name));
      expect(named.length).toBeGreaterThan(0);
      expect(named.length).toBeLessThan(found.length);
    }
  });

  test('name no brand of the sample', () => {
    const found = answersOf([day]).map(({ text }) => text);
    expect(found.filter((text) => /Northwind|Alder/.test(text))).toEqual([]);
  });
});

test('a brand that was deleted from a sample site is no longer named', () => {
  const [first, ...others] = site.brands;
  const without = inventorOf({
    id: sampleId('site', site.number),
    brands: others,
    questions: texts,
  });
  const found = questionsOf(texts).map((question) => without(question, day, 0).text);
  expect(found.filter((text) => text.includes(first?.name ?? ''))).toEqual([]);
});
