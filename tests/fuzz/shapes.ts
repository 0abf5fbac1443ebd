import type { ReadingEndpointName } from '../../src/contract/every-endpoint.ts';

/**
 * The shape of a decoded response, independent of the schemas that decode it: a string, a finite number, a boolean, a
 * column of numbers (NaN for missing ones) or of ones and zeros, a list of values of one shape, or an object of named
 * shapes. `maybe` allows null.
 */
export type Shape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'numbers'
  | 'flags'
  | { maybe: Shape }
  | { listOf: Shape }
  | { [name: string]: Shape };

const maybe = (shape: Shape): Shape => ({ maybe: shape });
const listOf = (shape: Shape): Shape => ({ listOf: shape });
const nullableText = maybe('text');
const labelled = listOf({ value: 'text', label: nullableText });
const platform: Shape = { id: 'text', name: nullableText, method: nullableText };
const page = (item: Shape): Shape => ({ data: listOf(item), nextCursor: nullableText });

const note: Shape = { activityId: 'text', body: nullableText, createdAt: nullableText };
const point: Shape = {
  date: nullableText,
  completedAt: nullableText,
  value: maybe('number'),
  scanId: nullableText,
};
const filters = maybe({
  platform: maybe(listOf('text')),
  region: maybe(listOf('text')),
  startDate: nullableText,
  endDate: nullableText,
});
const listedSite = {
  id: 'text',
  name: nullableText,
  url: nullableText,
  clientId: nullableText,
  clientName: nullableText,
  trackedBrand: maybe({ id: 'text', name: nullableText }),
  lastScan: maybe({ id: 'text', completedAt: nullableText }),
} as const;
const scan = {
  id: 'text',
  status: nullableText,
  createdAt: nullableText,
  startedAt: nullableText,
  completedAt: nullableText,
  updatedAt: nullableText,
} as const;

const measured = {
  prompts: maybe('number'),
  platforms: listOf('text'),
  regions: listOf('text'),
  rules: maybe('number'),
  models: listOf({ platform: 'text', model: 'text' }),
};

const listedAnswer = {
  id: 'text',
  scanId: 'text',
  completedAt: nullableText,
  promptId: 'text',
  prompt: nullableText,
  platform: nullableText,
  region: nullableText,
  run: maybe('number'),
  model: nullableText,
  searched: maybe('boolean'),
  excerpt: nullableText,
  mentions: listOf({ brandId: 'text', sentiment: maybe('number'), place: maybe('number') }),
  sources: maybe('number'),
} as const;

const answerSources = listOf({
  url: nullableText,
  title: nullableText,
  domain: nullableText,
  owner: maybe({ id: 'text', name: nullableText }),
});

const prompt = {
  promptId: 'text',
  text: nullableText,
  category: nullableText,
  tags: listOf('text'),
  products: labelled,
  personas: labelled,
  journeyStages: labelled,
} as const;

const mentions = listOf({
  brandId: 'text',
  name: nullableText,
  role: nullableText,
  answers: maybe('number'),
  firstAt: nullableText,
});

const scanSettings: Shape = {
  platforms: listOf('text'),
  regions: listOf('text'),
  runs: maybe('number'),
  schedule: maybe({ days: listOf('number'), time: nullableText, zone: nullableText }),
  scanCeilingUsd: maybe('number'),
  monthCeilingUsd: maybe('number'),
};
const scanOptions = {
  platforms: listOf({
    id: nullableText,
    name: nullableText,
    connected: maybe('boolean'),
    missing: nullableText,
    suggested: maybe('boolean'),
    takesLocation: maybe('boolean'),
    takesNoLocation: maybe('boolean'),
    model: nullableText,
    estimateUsd: maybe('number'),
    invented: maybe('boolean'),
  }),
  doubtfulRegions: listOf({
    platform: nullableText,
    region: nullableText,
    refusedAt: nullableText,
  }),
  runs: maybe('boolean'),
  hostCeilingUsd: maybe('number'),
} as const satisfies Shape;
const scannableSite = { siteId: 'text', siteName: nullableText, clientId: nullableText } as const;
const scanRun = {
  id: 'text',
  state: nullableText,
  scheduled: maybe('boolean'),
  dueAt: nullableText,
  requestedBy: nullableText,
  createdAt: nullableText,
  startedAt: nullableText,
  endedAt: nullableText,
  durationMs: maybe('number'),
  questions: maybe('number'),
  answered: maybe('number'),
  failed: maybe('number'),
  costUsd: maybe('number'),
  estimateUsd: maybe('number'),
  remainingMs: maybe('number'),
  cancelling: maybe('boolean'),
  notStoredSince: nullableText,
  canRetry: maybe('boolean'),
  remark: nullableText,
  platforms: listOf({
    platform: nullableText,
    model: nullableText,
    questions: maybe('number'),
    answered: maybe('number'),
    failed: maybe('number'),
    interrupted: maybe('number'),
    costUsd: maybe('number'),
    reasons: listOf({
      reason: nullableText,
      questions: maybe('number'),
      messages: listOf('text'),
    }),
    waiting: maybe({
      since: nullableText,
      until: nullableText,
      reason: nullableText,
      message: nullableText,
    }),
    incompleteRegions: listOf('text'),
    inFlight: maybe('number'),
    inFlightMs: maybe('number'),
  }),
} as const satisfies Shape;

/** The endpoints whose responses are fuzzed; those of shares, feeds and `measuring` are not. */
type FuzzedEndpointName =
  | Exclude<ReadingEndpointName, 'shares' | 'share' | 'feeds' | 'feed' | 'measuring'>
  | 'notes';

export const shapes = {
  timeline: {
    metric: 'text',
    groupBy: 'text',
    brand: maybe({ id: 'text', name: nullableText }),
    isOfTrackedBrand: 'boolean',
    trackedId: nullableText,
    series: listOf({
      key: 'text',
      label: 'text',
      id: 'text',
      values: 'numbers',
      present: maybe('flags'),
    }),
    scans: listOf({ scanId: nullableText, date: 'text', hasTime: 'boolean', moment: 'number' }),
    unplaced: 'number',
    more: maybe('number'),
    filters,
  },
  filters: {
    scanId: nullableText,
    regions: listOf({ code: 'text', label: nullableText }),
    models: listOf(platform),
    tags: labelled,
    categories: labelled,
    products: labelled,
    personas: labelled,
    journeyStages: labelled,
    brands: listOf({ id: 'text', label: nullableText }),
    brandMentions: labelled,
  },
  clients: page({
    id: 'text',
    name: nullableText,
    websiteUrl: nullableText,
    industry: nullableText,
    description: nullableText,
    createdAt: nullableText,
    updatedAt: nullableText,
  }),
  clientSites: page({
    id: 'text',
    name: nullableText,
    url: nullableText,
    clientId: nullableText,
    createdAt: nullableText,
    updatedAt: nullableText,
  }),
  prompt,
  scan,
  notes: { data: listOf(note) },
  discovery: { version: nullableText, capabilities: listOf('text') },
  sites: page(listedSite),
  site: {
    ...listedSite,
    active: maybe('boolean'),
    brands: listOf({ id: 'text', name: nullableText, role: nullableText, domains: listOf('text') }),
    branding: maybe({ reportName: nullableText, logo: nullableText, accent: nullableText }),
  },
  overview: page({
    ...listedSite,
    points: listOf(point),
    failedScans: maybe('number'),
    measured: maybe(listOf({ scanId: 'text', ...measured })),
  }),
  scans: page({ ...scan, answers: maybe('number'), ...measured }),
  counts: {
    data: listOf({
      scanId: 'text',
      date: nullableText,
      answers: maybe('number'),
      prompts: maybe('number'),
    }),
    prompts: maybe('number'),
    namedFirst: maybe(
      listOf({ brandId: 'text', answers: maybe('number'), first: maybe('number') }),
    ),
    filters,
  },
  matrix: {
    metric: nullableText,
    brand: maybe({ id: 'text', name: nullableText }),
    platforms: listOf(platform),
    regions: listOf({ code: 'text', label: nullableText }),
    cells: listOf({ platform: 'text', region: 'text', points: listOf(point) }),
    filters,
  },
  answers: { data: listOf(listedAnswer), nextCursor: nullableText, total: maybe('number') },
  answer: {
    ...listedAnswer,
    text: nullableText,
    marks: listOf({ brandId: 'text', start: 'number', end: 'number' }),
    citations: answerSources,
    queries: listOf('text'),
    retrieved: answerSources,
    location: nullableText,
  },
  sources: {
    answers: maybe('number'),
    answersWithSources: maybe('number'),
    domains: listOf({
      domain: nullableText,
      owner: maybe({ id: 'text', name: nullableText }),
      answers: maybe('number'),
      citations: maybe('number'),
      namedTracked: maybe('number'),
      points: listOf({
        scanId: 'text',
        date: nullableText,
        completedAt: nullableText,
        answers: maybe('number'),
      }),
    }),
    more: maybe('number'),
    citedOwn: maybe('number'),
    citedNotNamed: maybe('number'),
    filters,
  },
  domains: {
    scans: listOf({
      scanId: 'text',
      date: nullableText,
      completedAt: nullableText,
      answers: maybe('number'),
    }),
    domains: listOf({ domain: nullableText, answers: listOf(maybe('number')) }),
    more: maybe('number'),
    filters,
  },
  pages: {
    answers: maybe('number'),
    answersWithoutPages: maybe('number'),
    pages: listOf({
      page: nullableText,
      url: nullableText,
      title: nullableText,
      answers: maybe('number'),
      citations: maybe('number'),
    }),
    more: maybe('number'),
    filters,
  },
  searches: {
    answers: maybe('number'),
    searches: listOf({
      query: nullableText,
      answers: maybe('number'),
      platforms: listOf('text'),
    }),
    more: maybe('number'),
    filters,
  },
  recommendations: page({
    id: 'text',
    title: nullableText,
    body: nullableText,
    status: nullableText,
    createdAt: nullableText,
    notes: maybe('number'),
  }),
  recommendationNotes: page({
    ...note,
    ...{ author: nullableText, audience: nullableText, canChange: maybe('boolean') },
  }),
  prompts: page(prompt),
  promptsReport: {
    metric: nullableText,
    groupBy: nullableText,
    brand: maybe({ id: 'text', name: nullableText }),
    series: listOf({
      key: 'text',
      label: nullableText,
      platform: maybe(platform),
      points: listOf(point),
    }),
    more: maybe('number'),
    filters,
  },
  client: {
    id: 'text',
    name: nullableText,
    websiteUrl: nullableText,
    industry: nullableText,
    description: nullableText,
    logo: nullableText,
    accent: nullableText,
    reportName: nullableText,
    createdAt: nullableText,
    updatedAt: nullableText,
    sites: maybe('number'),
    archivedSites: listOf({ id: 'text', name: nullableText }),
  },
  setup: {
    siteId: 'text',
    revision: 'text',
    name: nullableText,
    url: nullableText,
    active: maybe('boolean'),
    clientId: nullableText,
    clientName: nullableText,
    brands: listOf({
      id: 'text',
      name: nullableText,
      role: nullableText,
      aliases: listOf('text'),
      domains: listOf('text'),
    }),
    prompts: listOf({
      id: 'text',
      text: nullableText,
      category: nullableText,
      tags: listOf('text'),
      products: labelled,
      personas: labelled,
      journeyStages: labelled,
      retired: maybe('boolean'),
      hasAnswers: maybe('boolean'),
      language: nullableText,
    }),
    collection: maybe(scanSettings),
  },
  setupMentions: {
    answers: maybe('number'),
    brands: mentions,
    nearMisses: listOf({ brandId: 'text', spelling: nullableText, answers: maybe('number') }),
    textsRead: maybe('number'),
  },
  setupJob: {
    id: 'text',
    clientId: nullableText,
    siteId: nullableText,
    state: nullableText,
    answersRead: maybe('number'),
    answersToRead: maybe('number'),
    failure: nullableText,
    mentions,
    answers: maybe('number'),
  },
  accountCollection: scanOptions,
  collection: {
    siteId: 'text',
    settings: maybe(scanSettings),
    ...scanOptions,
    questions: maybe('number'),
    estimateUsd: maybe('number'),
    obstacle: nullableText,
    nextDueAt: nullableText,
    overdueSince: nullableText,
    monthSpentUsd: maybe('number'),
    costs: listOf({
      month: nullableText,
      platform: nullableText,
      questions: maybe('number'),
      costUsd: maybe('number'),
    }),
  },
  collecting: {
    running: listOf({
      ...scannableSite,
      scanId: 'text',
      state: nullableText,
      questions: maybe('number'),
      answered: maybe('number'),
      failed: maybe('number'),
      waitingFor: listOf('text'),
    }),
    lastEndedAt: nullableText,
    problems: listOf({ ...scannableSite, reason: nullableText, since: nullableText }),
  },
  collectedScans: page(scanRun),
  collectedScan: {
    ...scanRun,
    runs: maybe('number'),
    regions: listOf('text'),
    prompts: listOf({ id: 'text', text: nullableText }),
  },
  rawResponse: { answerId: nullableText, response: nullableText },
} as const satisfies Record<FuzzedEndpointName, Shape>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Finds the first value of the wrong shape. Unknown fields are faults.
 * @returns the path of the value and what is wrong with it; null if every value is right.
 */
export function findShapeFault(value: unknown, shape: Shape, path = '$'): string | null {
  if (shape === 'text') return typeof value === 'string' ? null : `${path} is not a string`;
  if (shape === 'number') return Number.isFinite(value) ? null : `${path} is not a finite number`;
  if (shape === 'boolean')
    return typeof value === 'boolean' ? null : `${path} is not true or false`;
  if (shape === 'numbers') {
    const isColumn = value instanceof Float64Array && value.every((n) => Math.abs(n) !== Infinity);
    return isColumn ? null : `${path} is not a column of numbers`;
  }
  if (shape === 'flags') {
    const isColumn = value instanceof Uint8Array && value.every((n) => n < 2);
    return isColumn ? null : `${path} is not a column of flags`;
  }
  if ('maybe' in shape) {
    const { maybe: innerShape } = shape;
    return value === null || typeof innerShape === 'undefined'
      ? null
      : findShapeFault(value, innerShape, path);
  }
  if ('listOf' in shape) {
    const { listOf: innerShape } = shape;
    if (!Array.isArray(value)) return `${path} is not a list`;
    for (const [index, item] of value.entries()) {
      const fault = innerShape && findShapeFault(item, innerShape, `${path}[${index}]`);
      if (fault) return fault;
    }
    return null;
  }
  if (!isObject(value)) return `${path} is not an object`;
  const unexpectedName = Object.keys(value).find((name) => !Object.hasOwn(shape, name));
  if (unexpectedName !== undefined) return `${path}.${unexpectedName} is not expected`;
  for (const [name, innerShape] of Object.entries(shape)) {
    const fault = findShapeFault(value[name], innerShape, `${path}.${name}`);
    if (fault) return fault;
  }
  return null;
}
