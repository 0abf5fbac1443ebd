import { platformIds } from '../../contract/enums.ts';
import { toLogoDataUrl } from '../branding/logo.ts';
import { siteNumber } from './ids.ts';
import { brands } from './northwind-brands.ts';
import { prompts } from './northwind-prompts.ts';
import { type ClientPlan, createSteadySchedule, type SchedulePlan, type SitePlan } from './plan.ts';
import { outdoorSites } from './third-parties.ts';

/** A ridge under a north star. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" role="img" aria-label="Northwind">
<rect width="40" height="40" rx="9" fill="#0b5d57"/>
<path d="M5 31 15.5 15l6 8.6L25.3 18 35 31Z" fill="#f4efe3"/>
<path d="M15.5 15 12 20.300l3.400 2.200 3.3-2.900Z" fill="#8fc9bd"/>
<path d="M28.5 5.5 29.700 9.3 33.5 10.5 29.700 11.700 28.5 15.5 27.3 11.700 23.5 10.5 27.3 9.300Z" fill="#f2b84b"/>
</svg>`;

const branding = {
  logo: toLogoDataUrl(Buffer.from(logo)),
  accent: '#0b5d57',
  reportName: 'Northwind Outdoor',
};

const schedule: SchedulePlan = {
  dayCount: 180,
  intervalDays: 1,
  cases: new Map([
    [47, 'failed'],
    [75, 'noAnswers'],
    [101, 'failed'],
    [130, 'twice'],
    [148, 'failedHalfway'],
  ]),
  unknownEndCount: 12,
  hasPendingScans: true,
  absences: [
    { platformOrRegion: 'google_ai_mode_app', from: 0, until: 70 },
    { platformOrRegion: 'gemini_api', from: 20, until: 23 },
    { platformOrRegion: 'perplexity_app', from: 90, until: 99 },
    { platformOrRegion: 'microsoft_copilot_app', from: 56, until: 58 },
    { platformOrRegion: 'microsoft_copilot_app', from: 118, until: 119 },
    { platformOrRegion: 'microsoft_copilot_app', from: 160, until: 164 },
    { platformOrRegion: 'AT', from: 0, until: 30 },
    { platformOrRegion: 'GB:London', from: 112, until: 116 },
  ],
};

/**
 * Without a schedule, scans run only when somebody starts one. Platforms and regions are among those measured so far, so
 * that the next scan can be compared with the last one.
 */
const runByHand = { runs: 1, schedule: null, scanCeilingUsd: 5, monthCeilingUsd: 50 };

const shop: SitePlan = {
  number: siteNumber(1, 0),
  name: 'northwind.example',
  url: 'https://northwind.example',
  isActive: true,
  brands,
  prompts,
  platforms: platformIds,
  regions: [
    { code: 'US:California', englishShare: 0.97 },
    { code: 'DE:Berlin', englishShare: 0.4 },
    { code: 'GB:London', englishShare: 0.97 },
    { code: 'AT', englishShare: 0 },
  ],
  schedule,
  thirdParties: outdoorSites,
  collection: {
    ...runByHand,
    platforms: ['claude_api', 'chatgpt_api', 'perplexity_sonar_pro'],
    regions: ['US:California', 'DE:Berlin', 'GB:London', 'AT'],
  },
  recommendations: [
    {
      title: 'Publish a comparison page for family tents',
      body: 'Answers about family tents cite comparisons by other shops. A page that compares the floor area, weight and hydrostatic head of your own models would give the platforms something to cite.\n\n- List at least six models, with their prices.\n- Update it before the season.',
      status: 'In progress',
      age: 21,
    },
    {
      title: 'Answer the tent-care questions that assistants answer from other sites',
      body: 'For “How do I re-proof a tent?” most cited pages are forums. Write short instructions with pictures, one page for each question.',
      status: 'Open',
      age: 12,
      notes: [
        {
          body: 'Ask the repair shop for its pictures before we promise a date. Last year they came two months late.',
          author: 'Sample agency',
          audience: 'team',
          age: 11,
        },
        {
          body: 'We can write two instructions a week. Which questions come first?',
          author: 'Sample client',
          audience: 'client',
          age: 9,
        },
        {
          body: 'Start with re-proofing and seams. These are the questions that assistants answer from forums most often.',
          author: 'Sample agency',
          audience: 'client',
          age: 8,
        },
      ],
    },
    {
      title: 'Correct the outdated price list that Perplexity quotes',
      body: 'Perplexity quoted last year’s price list. Redirect the old file to the current page.',
      status: 'Done',
      age: 64,
      notes: [
        {
          body: 'The old price list now redirects to the current page.',
          author: 'Sample client',
          audience: 'client',
          age: 40,
        },
        {
          body: 'Their shop system made this slow. Allow three weeks for the next redirect.',
          author: 'Sample agency',
          audience: 'team',
          age: 39,
        },
      ],
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
  isActive: true,
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
    { code: 'US', englishShare: 0.97 },
    { code: 'US:California', englishShare: 0.97 },
    { code: 'US:Texas', englishShare: 0.97 },
  ],
  schedule: createSteadySchedule(52, 7),
  thirdParties: outdoorSites,
  collection: {
    ...runByHand,
    platforms: ['chatgpt_api'],
    regions: ['US', 'US:California', 'US:Texas'],
  },
  recommendations: [
    {
      title: 'Say on every page that the outlet belongs to Northwind',
      body: 'Some answers treat the outlet as a separate shop. Name the parent company in the header and in the structured data.',
      status: 'Open',
      age: 9,
    },
  ],
};

/** The showcase client: its data has trends, crossing lines, gaps, and every kind of scan and classification. */
export const northwind: ClientPlan = {
  number: 1,
  name: 'Northwind Group',
  websiteUrl: 'https://northwind.example',
  industry: 'Outdoor retail',
  description: 'Tents, packs and boots from two shops',
  branding: branding,
  sites: [shop, outlet],
};
