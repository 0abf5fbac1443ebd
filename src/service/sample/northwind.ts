import { platformIds } from '../../contract/enums.ts';
import { siteNumber } from './ids.ts';
import {
  type BrandPlan,
  type ClientPlan,
  type PromptPlan,
  type SchedulePlan,
  type SitePlan,
  steady,
} from './plan.ts';
import { outdoorSites } from './third-parties.ts';
import { type OutdoorSubject, outdoorSubjects } from './wording/subjects.ts';

const products = {
  tents: { value: 'tents', label: 'Tents' },
  packs: { value: 'backpacks', label: 'Backpacks' },
  boots: { value: 'hiking-boots', label: 'Hiking boots' },
};
const personas = {
  beginner: { value: 'beginner', label: 'Beginner' },
  family: { value: 'family', label: 'Family camper' },
  alpinist: { value: 'alpinist', label: 'Alpinist' },
};
const stages = {
  discover: { value: 'discover', label: 'Discover' },
  compare: { value: 'compare', label: 'Compare' },
  buy: { value: 'buy', label: 'Buy' },
  own: { value: 'own', label: 'Own' },
};

/** `about` names products, personas and journey stages by their keys above. */
function prompt(
  text: string,
  category: string,
  tags: string,
  about: string,
  subject: OutdoorSubject,
): PromptPlan {
  const named = new Set(about.split(' '));
  const among = <T>(all: Record<string, T>) =>
    Object.entries(all).flatMap(([key, value]) => (named.has(key) ? [value] : []));
  return {
    text,
    category,
    tags: tags === '' ? [] : tags.split(' '),
    products: among(products),
    personas: among(personas),
    journeyStages: among(stages),
    subject: outdoorSubjects[subject],
  };
}

const prompts: readonly PromptPlan[] = [
  prompt('What are the best outdoor shops?', 'Category', 'best-of', 'discover', 'shops'),
  prompt(
    'Which tent should a beginner buy?',
    'Product',
    'advice',
    'tents beginner discover',
    'tents',
  ),
  prompt(
    'What is the best family tent this year?',
    'Product',
    'best-of',
    'tents family compare',
    'tents',
  ),
  prompt(
    'Which four-season tents survive a storm?',
    'Product',
    '',
    'tents alpinist compare',
    'tents',
  ),
  prompt('How does Northwind compare with Alder & Pike?', 'Brand', 'versus', 'compare', 'shops'),
  prompt('Is Northwind Outfitters worth the price?', 'Brand', 'price', 'buy', 'shops'),
  prompt('Where can I buy a good backpack online?', 'Product', 'where-to', 'packs buy', 'packs'),
  prompt(
    'Which backpack fits a two-week trek?',
    'Product',
    'advice',
    'packs alpinist compare',
    'packs',
  ),
  prompt('Are Fernway packs any good?', 'Brand', 'reviews', 'packs compare', 'packs'),
  prompt(
    'Best hiking boots for wide feet?',
    'Product',
    'best-of',
    'boots beginner compare',
    'boots',
  ),
  prompt('How long should hiking boots last?', 'Care', 'advice', 'boots own', 'boots'),
  prompt('How do I re-proof a tent?', 'Care', 'how-to', 'tents own', 'upkeep'),
  prompt('Who repairs Northwind jackets?', 'Care', 'how-to where-to', 'own', 'upkeep'),
  prompt(
    'Cheap camping gear for a family of four?',
    'Category',
    'price',
    'tents family buy',
    'tents',
  ),
  prompt('What do mountain guides wear?', 'Category', '', 'boots packs alpinist discover', 'boots'),
  prompt('Which outdoor brands are sustainable?', 'Category', 'values', 'discover', 'values'),
];

const brands: readonly BrandPlan[] = [
  {
    name: 'Northwind Outfitters',
    aliases: ['Northwind Outfitters', 'Northwind'],
    role: 'tracked',
    domains: ['northwind.example', 'northwind-repairs.example'],
    visibility: [
      [0, 30],
      [0.15, 36],
      [0.25, 33],
      [0.4, 48],
      [0.55, 52],
      [0.7, 66],
      [0.8, 65],
      [1, 75],
    ],
    sentiment: [
      [0, 61],
      [0.5, 66],
      [0.62, 54],
      [0.72, 63],
      [1, 72],
    ],
  },
  {
    name: 'Alder & Pike',
    aliases: ['Alder & Pike', 'Alder and Pike'],
    role: 'competitor',
    domains: ['alderpike.example'],
    visibility: [
      [0, 45],
      [0.25, 54],
      [0.5, 50],
      [0.75, 54],
      [1, 58],
    ],
    sentiment: [
      [0, 68],
      [1, 63],
    ],
  },
  {
    name: 'Fernway',
    aliases: ['Fernway'],
    role: 'competitor',
    domains: ['fernway.example'],
    visibility: [
      [0, 28],
      [0.35, 18],
      [0.7, 20],
      [1, 24],
    ],
    sentiment: [
      [0, 52],
      [1, 57],
    ],
  },
  {
    name: 'Kestrel Supply',
    aliases: ['Kestrel Supply', 'Kestrel'],
    role: 'competitor',
    domains: ['kestrel-supply.example'],
    visibility: [
      [0, 21],
      [0.5, 20],
      [0.85, 22],
      [1, 29],
    ],
    sentiment: [
      [0, 58],
      [0.5, 60],
      [1, 55],
    ],
  },
  {
    name: 'Ridgeline Co',
    aliases: ['Ridgeline Co', 'Ridgeline'],
    role: 'competitor',
    domains: ['ridgeline.example'],
    visibility: [
      [0, 9],
      [0.3, 4],
      [0.5, 4],
      [0.65, 12],
      [0.8, 8],
      [1, 13],
    ],
    sentiment: [
      [0, 45],
      [1, 41],
    ],
  },
  {
    name: 'Tarn Gear',
    aliases: ['Tarn Gear'],
    role: 'competitor',
    domains: ['tarngear.example'],
    visibility: [
      [0, 13],
      [0.3, 27],
      [0.65, 16],
      [1, 21],
    ],
    sentiment: [
      [0, 64],
      [1, 66],
    ],
  },
  {
    // Mentioned only from half-way on, and never with a sentiment.
    name: 'Juniper Trail',
    aliases: ['Juniper Trail'],
    role: 'discovered',
    domains: ['junipertrail.example'],
    visibility: [
      [0, 0],
      [0.5, 0],
      [0.55, 3],
      [1, 7],
    ],
    sentiment: null,
  },
  {
    name: 'Moss & Main',
    aliases: ['Moss & Main'],
    role: 'discovered',
    domains: ['mossandmain.example'],
    visibility: [
      [0, 3],
      [1, 6],
    ],
    sentiment: [
      [0, 50],
      [1, 55],
    ],
  },
];

const schedule: SchedulePlan = {
  count: 180,
  everyDays: 1,
  cases: new Map([
    [47, 'failed'],
    [75, 'noEvidence'],
    [101, 'failed'],
    [130, 'twice'],
    [148, 'failedHalfway'],
  ]),
  unknownEnds: 12,
  pending: true,
  absences: [
    { what: 'google_ai_mode_app', from: 0, until: 70 },
    { what: 'gemini_api', from: 20, until: 23 },
    { what: 'perplexity_app', from: 90, until: 99 },
    { what: 'microsoft_copilot_app', from: 56, until: 58 },
    { what: 'microsoft_copilot_app', from: 118, until: 119 },
    { what: 'microsoft_copilot_app', from: 160, until: 164 },
    { what: 'FR', from: 0, until: 30 },
    { what: 'GB:London', from: 112, until: 116 },
  ],
};

const shop: SitePlan = {
  number: siteNumber(1, 0),
  name: 'northwind.example',
  url: 'https://northwind.example',
  active: true,
  brands,
  prompts,
  platforms: platformIds,
  regions: [
    { code: 'US:California', withSentiment: 0.97, language: 'es' },
    { code: 'DE:Berlin', withSentiment: 0.4, language: 'de' },
    { code: 'GB:London', withSentiment: 0.97, language: 'fr' },
    { code: 'FR', withSentiment: 0, language: 'fr' },
  ],
  schedule,
  thirdParties: outdoorSites,
  recommendations: [
    {
      title: 'Publish a comparison page for family tents',
      body: 'Answers about family tents cite comparisons of other shops. A page that compares floor area, weight and water column of your own models would give the platforms something to cite.\n\n- List at least six models, with their prices.\n- Update it before the season.',
      status: 'In progress',
      age: 21,
    },
    {
      title: 'Answer the questions on tent care that assistants cite others for',
      body: 'For “How do I re-proof a tent?” most cited pages are forums. Write short instructions with pictures, one page for each question.',
      status: 'Open',
      age: 12,
    },
    {
      title: 'Correct the outdated price list that Perplexity quotes',
      body: 'Perplexity quoted a price list of the year before. Redirect the old file to the current page.',
      status: 'Done',
      age: 64,
    },
    {
      title: 'Give mountain guides a page of their own',
      body: 'Answers about what mountain guides wear rarely mention you. Describe the equipment of two guides, and let them say why they chose it.',
      status: 'Open',
      age: 3,
    },
  ],
};

const outlet: SitePlan = {
  number: siteNumber(1, 1),
  name: 'Northwind Outlet',
  url: 'https://outlet.northwind.example',
  active: true,
  brands: brands.slice(0, 4),
  prompts: prompts.slice(0, 8),
  platforms: [
    'chatgpt_api',
    'chatgpt_app',
    'gemini_app',
    'google_ai_summaries_app',
    'perplexity_app',
  ],
  regions: [
    { code: 'US', withSentiment: 0.97, language: 'es' },
    { code: 'US:California', withSentiment: 0.97, language: 'es' },
    { code: 'US:Texas', withSentiment: 0.97, language: 'es' },
  ],
  schedule: steady(52, 7),
  thirdParties: outdoorSites,
  recommendations: [
    {
      title: 'Say on every page that the outlet belongs to Northwind',
      body: 'Some answers treat the outlet as a separate shop. Name the parent company in the header and in the structured data.',
      status: 'Open',
      age: 9,
    },
  ],
};

/** The showcase client: trends, crossings, gaps, and every kind of scan and classification. */
export const northwind: ClientPlan = {
  number: 1,
  name: 'Northwind Group',
  websiteUrl: 'https://northwind.example',
  industry: 'Outdoor retail',
  description: 'Tents, packs and boots from two shops, with a half-year of daily scans',
  sites: [shop, outlet],
};
