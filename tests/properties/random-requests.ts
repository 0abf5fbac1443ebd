import { brandMentions, groupings, metrics, platformIds } from '../../src/contract/enums.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import type { SiteRecord } from '../../src/service/store/records.ts';
import type { Draw } from './draw.ts';
import {
  categories,
  citedDomains,
  type IssuedKey,
  labels,
  ownDomains,
  regions,
  tags,
  type World,
} from './random-world.ts';

type Parameters = [name: string, value: string][];

/** An unknown parameter, invalid values, and a `groupBy` that is refused if another one was drawn. */
const unusualParameters: Parameters = [
  ['unheard', 'of'],
  ['metric', 'fame'],
  ['groupBy', 'brand'],
  ['startDate', '2026-02-30'],
  ['promptId', 'x'],
  ['tag', ''],
  ['platform', 'altavista'],
];

/**
 * Draws parameters of the timeline in random order, most of them valid and some repeated.
 * @param siteId the site that most IDs belong to; any site if absent.
 */
export function drawParameters(draw: Draw, world: World, siteId?: string): Parameters {
  const days = ['2026-02-25', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-10'];
  const drawValues = <T>(from: readonly T[], text: (value: T) => string): string[] =>
    Array.from({ length: draw.biasedInteger(1, 3) }, () => text(draw.pick(from)));
  const drawIds = (records: readonly { id: string; siteId: string }[]) => {
    const recordsOfSite = records.filter(
      (record) => siteId === undefined || record.siteId === siteId,
    );
    const candidates = recordsOfSite.length === 0 || draw.chance(15) ? records : recordsOfSite;
    const choices = draw.chance(15) ? [...candidates, { id: world.id(9_999) }] : candidates;
    return choices.length === 0
      ? []
      : drawValues(choices, ({ id }) => (draw.chance(4) ? id.toUpperCase() : id));
  };
  const labelValues = [...labels.map((label) => label.value), 'none such', 'Label a'];
  const valueDrawers: Record<string, () => string[]> = {
    promptId: () => drawIds(world.prompts),
    tag: () => drawValues([...tags, 'none such'], String),
    category: () => drawValues(categories.filter(Boolean), String),
    product: () => drawValues(labelValues, String),
    persona: () => drawValues(labelValues, String),
    stage: () => drawValues(labelValues, String),
    brandMention: () => [draw.pick([...brandMentions])],
    platform: () => drawValues(platformIds, String),
    region: () => drawValues([...regions, 'DE', 'US:Cal'], String),
    brand: () => drawIds(world.brands),
    competitorId: () => drawIds(world.brands),
    startDate: () => [draw.pick(days)],
    endDate: () => [draw.pick(days)],
    brandId: () => drawIds(world.brands).slice(0, 1),
  };
  const chosen = draw.pickSome(Object.entries(valueDrawers), 5);
  const parameters: Parameters = chosen.flatMap(([name, drawParameterValues]) =>
    drawParameterValues().map((value): [string, string] => [name, value]),
  );
  if (!draw.chance(4)) parameters.push(['metric', draw.pick(metrics)]);
  if (!draw.chance(4)) parameters.push(['groupBy', draw.pick(groupings)]);
  if (draw.chance(30)) parameters.push(draw.pick(unusualParameters));
  return draw.shuffle(parameters);
}

/** Search texts for the list of all sites. */
const siteSearches = [
  '',
  ' ',
  'SITE',
  'site 1 client',
  'CLIENT  0 site',
  '2',
  'none such',
  "si'te",
];

/** Search texts for the list of prompts. */
const promptSearches = [
  '',
  ' ',
  'PROMPT',
  'prompt a',
  'ä',
  'shoes',
  '👟',
  "it's 1",
  'none such',
  '%',
];

/** Search texts for the list of answers. */
const answerSearches = [
  '',
  '…',
  'acme',
  'ACME good',
  'Böhm',
  'ZED_1',
  'go',
  'none such',
  "it's {x}",
  '跑鞋',
];

/** Draws the parameters that the list of answers takes in addition to those of the timeline. */
function drawAnswerParameters(draw: Draw, world: World, siteId: string): Parameters {
  const idsOf = <T extends { id: string; siteId: string }>(records: readonly T[]) =>
    records.filter((record) => record.siteId === siteId).map(({ id }) => id);
  const brands = draw.pickSome(idsOf(world.brands), 4);
  const unwantedBrands = draw.pickSome(idsOf(world.brands), 5);
  const scans = draw.chance(3) ? draw.pickSome(idsOf(world.scans)) : [];
  return [
    ...brands.map((id): [string, string] => ['mentions', id]),
    ...unwantedBrands.map((id): [string, string] => ['mentionsNot', id]),
    ...scans.map((id): [string, string] => ['scanId', id]),
    ...(draw.chance(4)
      ? [['domain', draw.pick([...citedDomains, ...ownDomains])] satisfies [string, string]]
      : []),
    ...(draw.chance(4)
      ? [['citedPage', draw.pick(citedDomains) + draw.pick(['', '/a'])] satisfies [string, string]]
      : []),
    ...(draw.chance(2) ? [['q', draw.pick(answerSearches)] satisfies [string, string]] : []),
    ...(draw.chance(30) ? [['mentions', world.id(9_999)] satisfies [string, string]] : []),
  ];
}

function drawAnswerId(draw: Draw, world: World): string {
  const answers = world.batches.flatMap((batch) => batch.answers);
  return draw.chance(5) || answers.length === 0 ? 'unknown' : answerIdOf(draw.pick(answers));
}

/** The sites that a key can access. */
const sitesOf = ({ record }: IssuedKey, sites: readonly SiteRecord[]) =>
  sites.filter(
    ({ accountId, clientId }) =>
      accountId === record.accountId && (record.clientId === null || clientId === record.clientId),
  );

/** How many of the kinds that `drawFigures` tells apart there are, and of those of `drawList`, all drawn as often. */
const [figureKinds, listKinds] = [34, 14];

function drawIdIn(
  draw: Draw,
  world: World,
  site: string,
  records: readonly { id: string; siteId: string }[],
): string {
  const recordsOfSite = records.filter(({ siteId }) => siteId === site);
  return draw.pick([...(draw.chance(5) ? records : recordsOfSite), { id: world.id(9_999) }]).id;
}

/** Draws a request for figures, or for the answers that they count. */
function drawFigures(draw: Draw, world: World, site: string): string {
  const kind = draw.uniformInteger(1, figureKinds);
  if (kind === 1) return `/v1/sites/${site}/filters`;
  if (kind <= 3)
    return `/v1/sites/${site}/filters?scanId=${drawIdIn(draw, world, site, world.scans)}`;
  if (kind === 4) return `/sightline/v1/overview?limit=${draw.biasedInteger(1, 3)}`;
  const search = new URLSearchParams(drawParameters(draw, world, site));
  if (kind <= 7) return `/sightline/v1/sites/${site}/reports/matrix?${search}`;
  if (kind <= 9) return `/sightline/v1/sites/${site}/reports/counts?${search}`;
  if (kind <= 12) return `/sightline/v1/sites/${site}/reports/prompts?${search}`;
  if (kind <= 15) {
    const report = draw.pick(['sources', 'domains', 'pages', 'searches']);
    if (report !== 'pages') return `/sightline/v1/sites/${site}/reports/${report}?${search}`;
    search.append('domain', draw.pick([...citedDomains, ...ownDomains]));
    return `/sightline/v1/sites/${site}/reports/pages?${search}`;
  }
  if (kind <= 18) {
    const answers = `/sightline/v1/sites/${site}/answers`;
    if (draw.chance(4)) return `${answers}/${drawAnswerId(draw, world)}`;
    for (const parameter of drawAnswerParameters(draw, world, site)) search.append(...parameter);
    return `${answers}?${search}&limit=${draw.biasedInteger(1, 20)}`;
  }
  return `/v1/sites/${site}/reports/timeline?${search}`;
}

/** Draws a request for records, or for a list of them. */
function drawList(draw: Draw, world: World, site: string): string {
  const limit = draw.biasedInteger(1, 3);
  const client = world.id(draw.biasedInteger(10, 14));
  const drawId = (records: readonly { id: string; siteId: string }[]) =>
    drawIdIn(draw, world, site, records);
  const searchFor = (texts: readonly string[]) => new URLSearchParams({ q: draw.pick(texts) });
  const ofSite = `/sightline/v1/sites/${site}`;
  const drawPath = draw.pick<() => string>([
    () => `/v1/clients?limit=${limit}`,
    () => `/v1/clients/${client}/sites?limit=${limit}`,
    () => `/v1/sites/${site}/prompts/${drawId(world.prompts)}`,
    () => `/v1/sites/${site}/scans/${drawId(world.scans)}`,
    () => (draw.chance(5) ? `/sightline/v1/sites/${world.id(9_999)}` : ofSite),
    () => `/sightline/v1/sites?limit=${limit}&${searchFor(siteSearches)}`,
    () => `${ofSite}/scans?limit=${limit}`,
    () => `${ofSite}/recommendations?limit=${limit}`,
    () => `${ofSite}/recommendations/${drawId(world.recommendations)}/notes?limit=${limit}`,
    () => `${ofSite}/prompts?limit=${limit}&${searchFor(promptSearches)}`,
    () => `${ofSite}/setup`,
    () => `${ofSite}/setup/mentions`,
    () => `/sightline/v1/clients/${client}`,
    () =>
      draw.pick([
        ...['/sightline/v1/collecting', '/sightline/v1/collection'],
        ...[`${ofSite}/collection`, `${ofSite}/collection/scans`],
      ]),
  ]);
  return drawPath();
}

/**
 * Draws requests, most of them with one key for one or two sites that the key can access.
 * @param options.withLists whether some are for records or lists of them; by default, all are for figures
 */
export function drawRequests(
  draw: Draw,
  world: World,
  count: number,
  { withLists = false } = {},
): { key: string; path: string }[] {
  const usualKey = draw.pick(world.issuedKeys);
  const accessibleSites = draw
    .shuffle(sitesOf(usualKey, world.sites))
    .slice(0, draw.uniformInteger(1, 2));
  return Array.from({ length: count }, () => {
    const { key } = draw.chance(25) ? draw.pick(world.issuedKeys) : usualKey;
    const site = draw.pick(draw.chance(25) ? world.sites : accessibleSites).id;
    const isList = withLists && draw.uniformInteger(1, figureKinds + listKinds) > figureKinds;
    return { key, path: (isList ? drawList : drawFigures)(draw, world, site) };
  });
}
