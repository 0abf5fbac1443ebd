import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { readSearch, requestInView } from '../search/search.ts';
import { toSources } from './model.ts';
import { type ExportedSources, fileNameOf, toSourcesCsv } from './sources-csv.ts';

const ownBrand = { id: 'a', name: 'Acme' };
const points = [
  { scanId: 's1', date: '2026-01-01', completedAt: '2026-01-01T23:30:00.000Z', answers: 2 },
  { scanId: 's2', date: '2026-01-03', completedAt: null, answers: null },
];
const figures = { answers: 2, citations: 2, namedTracked: 1, points };
const exportOf = (
  domain = 'acme.example',
  search: Record<string, string | string[]> = {},
): ExportedSources => ({
  domains: toSources(
    {
      answers: 4,
      answersWithSources: 3,
      more: 0,
      citedOwn: 1,
      citedNotNamed: 1,
      filters: null,
      domains: [
        { domain, owner: ownBrand, ...figures },
        { domain: 'tests.example', owner: null, ...figures },
      ],
    },
    ownBrand,
    [{ scanId: 's1', answers: 3, prompts: 1 }],
  ).domains,
  request: requestInView(readSearch(search), '2026-02-01'),
  zone: 'Europe/Berlin',
  siteName: 'northwind.example',
});
const readCsvText = async (exported: ExportedSources) =>
  (await Array.fromAsync(toSourcesCsv(exported, Papa.unparse))).join('');

it('the CSV file has a row for each domain and scan, with empty cells for unknown values', async () => {
  expect(await readCsvText(exportOf('acme.example', { region: ['US', 'DE'], metric: 'gap' }))).toBe(
    [
      '\uFEFFrequested_region,domain,owner,completed_at,zone,utc_day,scan_id,answers,answers_in_scan,domain_answers,domain_answers_naming_brand',
      'US; DE,acme.example,Own,2026-01-02T00:30:00+01:00,Europe/Berlin,2026-01-01,s1,2,3,2,1',
      'US; DE,acme.example,Own,,Europe/Berlin,2026-01-03,s2,,,2,1',
      'US; DE,tests.example,Third party,2026-01-02T00:30:00+01:00,Europe/Berlin,2026-01-01,s1,2,3,2,1',
      'US; DE,tests.example,Third party,,Europe/Berlin,2026-01-03,s2,,,2,1',
      '',
    ].join('\r\n'),
  );
});

it('the CSV file contains no formulas from a hostile service', async () => {
  const text = await readCsvText(exportOf('=HYPERLINK("https://example.org")'));
  const cells = Papa.parse<string[]>(text.slice(1)).data.flat();
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
});

it('the CSV file is named after the site and the days', () => {
  expect(fileNameOf(exportOf())).toBe('northwind.example sources 2026-01-01 to 2026-01-03.csv');
  const dated = exportOf('a.example', { startDate: '2025-12-01', endDate: '2026-01-31' });
  expect(fileNameOf(dated)).toBe('northwind.example sources 2025-12-01 to 2026-01-31.csv');
});
