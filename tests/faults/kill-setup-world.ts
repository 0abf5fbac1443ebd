import * as v from 'valibot';
import type { HttpMethod } from '../../src/contract/endpoint.ts';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { SiteSetup } from '../../src/contract/sightline/setup.ts';

const uuid = (n: number) => `5e7c8a11-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const createdAt = '2026-01-01T00:00:00.000Z';
const accountId = uuid(1);
const clientId = uuid(2);
/** The site whose whole set-up is saved, and the one whose brands and questions are changed one by one. */
const [savedSite, editedSite] = [uuid(3), uuid(4)];
const platforms = ['chatgpt_app', 'gemini_app', 'perplexity_app', 'claude_api'];
const promptsPerSite = 40;
const scansPerSite = 3;
/** How many competitors and unanswered questions a site has at the start; a save replaces one of each. */
const competitorsPerSite = 3;
const unansweredPerSite = 5;

/** A spelling that some answers contain, so that a brand with it has mentions of its own. */
const spellingOf = (n: number) => `Word${n % 13}`;

/** Creates the records of completed scans of a site with a text for each prompt and platform. */
const createScans = (siteId: string, scanIds: readonly string[], promptIds: readonly string[]) =>
  scanIds.flatMap((scanId, scan) => [
    {
      type: 'scan',
      id: scanId,
      siteId,
      status: 'completed',
      createdAt,
      completedAt: `2026-01-0${scan + 1}T12:00:00.000Z`,
    },
    ...promptIds.flatMap((promptId, prompt) =>
      platforms.map((platform, index) => ({
        type: 'answer',
        scanId,
        promptId,
        platform,
        region: 'US',
        text: `First ${spellingOf(prompt + scan)}, then ${spellingOf(prompt * 3 + index + 5)}.`,
        citations: [{ url: `https://source-${index}.example/${prompt}` }],
      })),
    ),
  ]);

function createSiteRecords(siteId: string, first: number): object[] {
  const ids = (from: number, length: number) =>
    Array.from({ length }, (_, n) => uuid(first + from + n));
  const promptIds = ids(100, promptsPerSite);
  return [
    { type: 'site', id: siteId, clientId, name: 'Site', createdAt },
    {
      type: 'brand',
      id: uuid(first),
      siteId,
      name: 'Tracked',
      aliases: [spellingOf(0)],
      role: 'tracked',
    },
    ...ids(1, competitorsPerSite).map((id, n) => ({
      type: 'brand',
      id,
      siteId,
      name: `Competitor ${n}`,
      aliases: [spellingOf(n + 1)],
      role: 'competitor',
    })),
    ...[...promptIds, ...ids(200, unansweredPerSite)].map((id, n) => ({
      type: 'prompt',
      id,
      siteId,
      text: `Question ${n}?`,
    })),
    ...createScans(siteId, ids(10, scansPerSite), promptIds),
  ];
}

/** What is stored before the first change. */
export const startRecords: readonly object[] = [
  { type: 'account', id: accountId, name: 'Agency', kind: 'agency' },
  { type: 'client', id: clientId, accountId, name: 'Client', createdAt },
  ...createSiteRecords(savedSite, 0x1000),
  ...createSiteRecords(editedSite, 0x2000),
];

/** A service that changes are sent to. */
export interface Target {
  /** Sends a request, waits for its job if it gets one, and returns the body of the response. */
  change(method: HttpMethod, path: string, body?: object): Promise<void>;
  read(path: string): Promise<string>;
  import(records: readonly object[]): Promise<void>;
}

/** A change that is stored whole or not at all. It can be sent to several services, with the same effect. */
export type Change = (target: Target) => Promise<void>;

/** Changes that do not affect those of other areas. */
export interface Area {
  name: string;
  /** What shows whether the change with a number is stored. */
  viewPaths(n: number): readonly string[];
  /** @param stored the service in which every earlier change is stored. */
  createChange(n: number, stored: Target): Promise<Change>;
}

/** What shows a site's set-up and its figures. */
const viewsOfSite = (siteId: string): string[] => [
  pathTo('setup', { siteId }),
  pathTo('setupMentions', { siteId }),
  pathTo('site', { siteId }),
  pathTo('scans', { siteId }),
  pathTo('matrix', { siteId }),
  pathTo('sources', { siteId }),
  pathTo('promptsReport', { siteId }),
  `${pathTo('prompts', { siteId })}?limit=100`,
  `${pathTo('answers', { siteId })}?limit=100`,
  `${pathTo('timeline', { siteId })}?metric=visibility&groupBy=brand`,
];

const readSetup = async (target: Target, siteId: string) =>
  v.parse(SiteSetup, JSON.parse(await target.read(pathTo('setup', { siteId }))));

/** Saves whole set-ups: new and dropped brands and questions, and another name, all at once. */
export const savedArea: Area = {
  name: 'saved set-up',
  viewPaths: () => viewsOfSite(savedSite),
  async createChange(n, stored) {
    const setup = await readSetup(stored, savedSite);
    const competitors = setup.brands.filter(({ role }) => role === 'competitor');
    const brand = {
      id: uuid(0x10_000 + n),
      name: `Brand ${n}`,
      role: 'competitor',
      aliases: [spellingOf(n), `Brand ${n}`],
    };
    // Every fourth save leaves the brands as they are, so that no texts are read again.
    const isBrandChange = n % 4 !== 3;
    const dropped = isBrandChange ? competitors[0] : null;
    const unanswered = setup.prompts.filter(({ hasAnswers }) => !hasAnswers);
    const [droppedPrompt] = unanswered;
    const body = {
      ...setup,
      name: `Site ${n}`,
      brands: [
        ...setup.brands.filter(({ id }) => id !== dropped?.id),
        ...(isBrandChange ? [brand] : []),
      ],
      prompts: [
        ...setup.prompts
          .filter(({ id }) => id !== droppedPrompt?.id)
          .map((prompt, index) => ({ ...prompt, retired: (index + n) % 5 === 0 })),
        { id: uuid(0x20_000 + n), text: `Question of save ${n}?`, tags: [`save ${n}`] },
      ],
    };
    return (target) => target.change('PUT', pathTo('setup', { siteId: savedSite }), body);
  },
};

/** Adds a brand and a question, changes both, and deletes both, one by one. */
const editedArea: Area = {
  name: 'single changes',
  viewPaths: () => viewsOfSite(editedSite),
  async createChange(n) {
    const siteId = editedSite;
    const round = Math.floor(n / 6);
    const [brandId, promptId] = [uuid(0x30_000 + round), uuid(0x40_000 + round)];
    const brandPath = pathTo('changeBrand', { siteId, brandId });
    const promptPath = pathTo('changePrompt', { siteId, promptId });
    const brand = { id: brandId, name: `Brand ${round}`, aliases: [spellingOf(round)] };
    const steps: readonly Change[] = [
      (target) =>
        target.change('POST', pathTo('addBrand', { siteId }), {
          ...brand,
          role: 'competitor',
        }),
      (target) =>
        target.change('POST', pathTo('addPrompt', { siteId }), {
          id: promptId,
          text: `Question of round ${round}?`,
        }),
      (target) =>
        target.change('PATCH', brandPath, {
          name: `Brand ${round} renamed`,
          aliases: [spellingOf(round + 1), spellingOf(round + 2)],
        }),
      (target) => target.change('PATCH', promptPath, { category: 'Changed', retired: true }),
      (target) => target.change('DELETE', brandPath),
      (target) => target.change('DELETE', promptPath),
    ];
    return steps[n % steps.length] ?? (() => Promise.resolve());
  },
};

/** Creates a client with a site, imports answers into it, and deletes a scan, the site and the client. */
const builtArea: Area = {
  name: 'clients and sites',
  viewPaths(n) {
    const ids = builtIds(n);
    return [
      pathTo('clients', {}),
      pathTo('client', { clientId: ids.clientId }),
      ...viewsOfSite(ids.siteId),
      pathTo('setup', { siteId: ids.otherSiteId }),
    ];
  },
  async createChange(n) {
    const ids = builtIds(n);
    const path = pathTo('client', { clientId: ids.clientId });
    const sitePath = pathTo('changeSite', { siteId: ids.siteId });
    const createSite = (id: string, promptId: string, brandId: string) => ({
      id,
      name: `Site of ${ids.name}`,
      brands: [{ id: brandId, name: 'Own', role: 'tracked', aliases: [spellingOf(n)] }],
      prompts: [{ id: promptId, text: 'Which one?', tags: ['built'] }],
    });
    const site = createSite(ids.siteId, ids.promptId, ids.brandId);
    const steps: readonly Change[] = [
      (target) =>
        target.change('POST', pathTo('createClient', {}), {
          id: ids.clientId,
          name: ids.name,
          site,
        }),
      (target) => target.import(createScans(ids.siteId, ids.scanIds, [ids.promptId])),
      (target) =>
        target.change(
          'POST',
          pathTo('createSite', { clientId: ids.clientId }),
          createSite(ids.otherSiteId, ids.otherPromptId, ids.otherBrandId),
        ),
      (target) => target.change('PATCH', sitePath, { active: false, url: 'https://a.example' }),
      (target) => target.change('PATCH', path, { industry: 'Shoes', accent: '#123456' }),
      (target) =>
        target.change(
          'DELETE',
          pathTo('deleteScan', { siteId: ids.siteId, scanId: ids.scanIds[0] ?? '' }),
        ),
      (target) => target.change('DELETE', `${sitePath}?name=${encodeURIComponent(site.name)}`),
      (target) => target.change('DELETE', `${path}?name=${encodeURIComponent(ids.name)}`),
    ];
    return steps[n % builtSteps] ?? (() => Promise.resolve());
  },
};
const builtSteps = 8;

/** The IDs of the client that is built and deleted in the round of a change. */
function builtIds(n: number) {
  const round = Math.floor(n / builtSteps);
  const first = 0x100_000 + round * 0x10;
  return {
    name: `Client ${round}`,
    clientId: uuid(first),
    siteId: uuid(first + 1),
    otherSiteId: uuid(first + 2),
    promptId: uuid(first + 3),
    otherPromptId: uuid(first + 4),
    brandId: uuid(first + 5),
    otherBrandId: uuid(first + 6),
    scanIds: [uuid(first + 7), uuid(first + 8)],
  };
}

export const areas: readonly Area[] = [savedArea, editedArea, builtArea];
