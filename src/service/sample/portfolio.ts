import type { PlatformId } from '../../contract/enums.ts';
import { createRandom } from './chance.ts';
import { siteNumber } from './ids.ts';
import { northwind } from './northwind.ts';
import {
  type AccountPlan,
  type BrandPlan,
  type ClientPlan,
  type Curve,
  createSteadySchedule,
  type SitePlan,
} from './plan.ts';
import { localSites } from './third-parties.ts';
import { createPromptsAbout, type Trade, toSlug, trades } from './trades.ts';

// The sample data other than Northwind: small clients, unusual sites, a second agency and a business.

const firstNames = ['Amber', 'Bluebell', 'Café Lumo', 'Driftwood', 'Everly', 'Foxglove'];
const towns = [
  'Aldermouth',
  'Brackwell',
  'Coldharbour',
  'Dunmarsh',
  'Eastmere',
  'Fallowfield',
  'Greywick',
  'Hollowbrook',
  'Inverloch',
  'Juniper Bay',
  'Kingsreach',
  'Larkhaven',
  'Mossley Head',
];

/** A tracked brand and two competitors, each with straight lines as curves. */
function brandsOf(name: string, seed: number): BrandPlan[] {
  const chance = createRandom(seed);
  const drawLine = (low: number, high: number): Curve => [
    [0, low + chance() * (high - low)],
    [1, low + chance() * (high - low)],
  ];
  const createBrand = (role: BrandPlan['role'], brandName: string): BrandPlan => ({
    name: brandName,
    aliases: [brandName],
    role,
    domains: [`${toSlug(brandName)}.example`],
    visibility: drawLine(15, 75),
    sentiment: drawLine(45, 75),
  });
  return [
    createBrand('tracked', name),
    createBrand('competitor', 'Harrow & Quill'),
    createBrand('competitor', 'Merrin'),
  ];
}

const smallPlatforms: readonly PlatformId[] = ['chatgpt_app', 'gemini_app', 'perplexity_app'];

function createSmallSite(number: number, name: string, brand: string, trade: Trade): SitePlan {
  return {
    number,
    name,
    url: `https://${toSlug(name)}.example`,
    isActive: true,
    brands: brandsOf(brand, number),
    prompts: createPromptsAbout(trade, brand),
    platforms: smallPlatforms,
    regions: [
      { code: 'US:New York', englishShare: 0.97 },
      { code: 'GB:London', englishShare: 0.97 },
    ],
    schedule: createSteadySchedule(8, 7),
    thirdParties: localSites,
    recommendations: [
      {
        title: `Explain what makes ${brand} different`,
        body: `Answers name ${brand} alongside others without saying what sets it apart. Put three verifiable facts on the home page.`,
        status: 'Open',
        age: 5,
      },
    ],
  };
}

/** Creates a client for every combination of a first name and a trade. Every sixth has two sites, the others one. */
function createSmallClients(firstNumber: number): ClientPlan[] {
  return trades.flatMap((trade, row) =>
    firstNames.map((first, column) => {
      const number = firstNumber + row * firstNames.length + column;
      const name = `${first} ${trade.name}`;
      const site = createSmallSite(siteNumber(number, 0), name, name, trade);
      const second = createSmallSite(siteNumber(number, 1), `${name} Shop`, name, trade);
      return {
        number,
        name,
        websiteUrl: site.url,
        industry: trade.industry,
        description: '',
        sites: column === 0 ? [site, second] : [site],
      };
    }),
  );
}

const jam: Trade = { singularTopic: 'jam', topic: 'jams', range: 'jams' };

/** Sites in unusual states. */
function createUnusualSites(client: number): SitePlan[] {
  const createSite = (index: number, name: string) =>
    createSmallSite(siteNumber(client, index), name, 'Bramble Foods', jam);
  const toDiscovered = (brand: BrandPlan): BrandPlan => ({ ...brand, role: 'discovered' });
  const recipes = createSite(0, 'Recipes, without a tracked brand');
  return [
    { ...recipes, brands: recipes.brands.slice(1).map(toDiscovered), recommendations: [] },
    { ...createSite(1, 'Careers, without a brand'), brands: [], recommendations: [] },
    {
      ...createSite(2, 'Shop, not scanned yet'),
      schedule: createSteadySchedule(0, 7),
      collection: {
        platforms: ['claude_api', 'chatgpt_api', 'perplexity_sonar_pro'],
        regions: ['US', 'GB'],
        ...{ runs: 1, schedule: null, scanCeilingUsd: 5, monthCeilingUsd: 50 },
      },
    },
    {
      ...createSite(3, 'Wholesale, without a completed scan'),
      schedule: {
        ...createSteadySchedule(2, 7),
        cases: new Map([
          [0, 'failed'],
          [1, 'failedHalfway'],
        ]),
        hasPendingScans: true,
      },
    },
    { ...createSite(4, 'Press, inactive'), isActive: false },
  ];
}

function createHotelSites(client: number): SitePlan[] {
  return towns.map((town, index) => {
    const name = `Lanternway ${town} Harbour`;
    const site = createSmallSite(siteNumber(client, index), name, 'Lanternway', {
      singularTopic: `hotel in ${town}`,
      topic: `hotels in ${town}`,
      range: 'rooms',
    });
    return { ...site, platforms: smallPlatforms.slice(0, 2), schedule: createSteadySchedule(6, 7) };
  });
}

const agency: AccountPlan = {
  number: 1,
  name: 'Harbour & Field',
  kind: 'agency',
  clients: [
    northwind,
    {
      number: 2,
      name: 'Bramble Foods',
      websiteUrl: 'https://bramble-foods.example',
      industry: 'Food and drink',
      description: 'Sites in unusual states: no brand, no scans, nothing completed, inactive',
      sites: createUnusualSites(2),
    },
    {
      number: 3,
      name: 'Lanternway Hotels',
      websiteUrl: 'https://lanternway.example',
      industry: 'Hospitality',
      description: `A site for each of ${towns.length} hotels`,
      sites: createHotelSites(3),
    },
    ...createSmallClients(4),
  ],
  sites: [],
};

const otherAgency: AccountPlan = {
  number: 2,
  name: 'Quillon Media',
  kind: 'agency',
  clients: ['Otterbank Cider', 'Sable Optics'].map((name, index) => ({
    number: 101 + index,
    name,
    websiteUrl: `https://${toSlug(name)}.example`,
    industry: 'Retail',
    description: 'A client of another agency, which no sample key opens',
    sites: [
      createSmallSite(siteNumber(101 + index, 0), name, name, {
        singularTopic: 'shop',
        topic: 'shops',
        range: 'products',
      }),
    ],
  })),
  sites: [],
};

const tidewater = createSmallSite(siteNumber(201, 0), 'Tidewater Coffee', 'Tidewater', {
  singularTopic: 'coffee subscription',
  topic: 'coffee subscriptions',
  range: 'coffees',
});

const business: AccountPlan = {
  number: 3,
  name: 'Tidewater Coffee',
  kind: 'business',
  clients: [],
  sites: [
    {
      ...tidewater,
      platforms: [
        'claude_api',
        'chatgpt_app',
        'gemini_app',
        'google_ai_mode_app',
        'perplexity_app',
      ],
      regions: [...tidewater.regions, { code: 'DE:Hamburg', englishShare: 0 }],
      schedule: {
        ...createSteadySchedule(90, 1),
        cases: new Map([[33, 'failed']]),
        hasPendingScans: true,
      },
    },
    createSmallSite(siteNumber(201, 1), 'Tidewater Cafés', 'Tidewater', {
      singularTopic: 'café',
      topic: 'cafés',
      range: 'cakes',
    }),
  ],
};

/** All sample accounts. An account's first client is its newest. */
export const sampleAccounts: readonly AccountPlan[] = [agency, otherAgency, business];
