import type { Page } from '@playwright/test';
import { sampleRecommendation } from '../../../src/service/sample/keys.ts';

/** A page of the dashboard that has a bare counterpart at the same path, with the same rows. */
export interface ComparedPage {
  name: string;
  path: string;
  /** Selects the rows of the dashboard's page, once they have their figures. */
  rows: string;
  /** Selects the rows of the bare page. */
  bareRows: string;
  /** What each row must contain, in order. */
  rowNames: readonly string[];
}

const { siteId } = sampleRecommendation;
/** The report shows this many domains. */
const reportDomains = 10;

interface Responses {
  clients: { name: string }[];
  overview: { clientId: string; points: unknown[] }[];
  domains: { domain: string }[];
  recentDomains: { domain: string }[];
  answers: { prompt: string }[];
  brands: { label: string }[];
  platforms: { name: string }[];
}

async function loadResponses(hostUrl: string, key: string): Promise<Responses> {
  const get = async (path: string) => {
    const response = await fetch(hostUrl + path, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
    return response.json();
  };
  const site = `/v1/sites/${siteId}`;
  const startDate = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
  return {
    clients: (await get('/v1/clients?limit=100')).data,
    overview: (await get('/sightline/v1/overview?limit=200')).data,
    domains: (await get(`/sightline${site}/reports/sources`)).domains,
    recentDomains: (await get(`/sightline${site}/reports/sources?startDate=${startDate}`)).domains,
    answers: (await get(`/sightline${site}/answers?limit=50`)).data,
    brands: (await get(`${site}/reports/timeline?startDate=${startDate}`)).series,
    platforms: (await get(`/sightline${site}/reports/matrix?startDate=${startDate}`)).platforms,
  };
}

/** The pages of the sample data to compare, except the timeline. */
export async function listComparedPages(hostUrl: string, key: string): Promise<ComparedPage[]> {
  const responses = await loadResponses(hostUrl, key);
  const { clients, domains, recentDomains, answers, brands, platforms } = responses;
  return [
    {
      name: 'clients',
      path: '/clients',
      rows: 'tbody tr:has(a[href*="/timeline"])',
      bareRows: 'tbody tr:has(a[href*="/timeline"])',
      rowNames: clients.map(({ name }) => name),
    },
    {
      name: 'sources',
      path: `/sites/${siteId}/sources`,
      rows: 'tbody tr',
      bareRows: 'tbody tr',
      rowNames: domains.map(({ domain }) => domain),
    },
    {
      name: 'answers',
      path: `/sites/${siteId}/answers`,
      rows: 'ul[aria-label="Answers"] > li',
      bareRows: 'ul > li:has(a)',
      rowNames: answers.map(({ prompt }) => prompt),
    },
    {
      name: 'report',
      path: `/sites/${siteId}/report`,
      rows: 'tbody tr',
      bareRows: 'tbody tr',
      rowNames: [
        ...brands.map(({ label }) => label),
        ...platforms.map(({ name }) => name),
        'All platforms',
        ...recentDomains.slice(0, reportDomains).map(({ domain }) => domain),
      ],
    },
  ];
}

/** Checks that a page shows a row for each name. @throws Error otherwise */
export async function checkRows(page: Page, selector: string, names: readonly string[]) {
  const texts = await page
    .locator(selector)
    .evaluateAll((rows) =>
      rows.map((row) => (row.getBoundingClientRect().height > 0 ? (row.textContent ?? '') : '')),
    );
  const missing = names.filter((name) => !texts.some((text) => text.includes(name)));
  if (texts.length !== names.length || missing.length > 0) {
    throw new Error(
      `Expected ${names.length} rows, but found ${texts.length} without ${missing.join(', ')}.`,
    );
  }
}
