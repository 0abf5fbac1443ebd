/**
 * The shape of a decoded response, independent of the schemas that decode it: a string, a finite number, a
 * boolean, a column of numbers (NaN for missing ones) or of ones and zeros, a list of one shape, or an object of
 * named shapes. `maybe` allows null.
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
const text = maybe('text');
const labelled = listOf({ value: 'text', label: text });
const platform: Shape = { id: 'text', name: text, method: text };
const page = (item: Shape): Shape => ({ data: listOf(item), nextCursor: text });

const note: Shape = { activityId: 'text', body: text, createdAt: text };
const point: Shape = { date: text, completedAt: text, value: maybe('number'), scanId: text };
const filters = maybe({
  platform: maybe(listOf('text')),
  region: maybe(listOf('text')),
  startDate: text,
  endDate: text,
});
const listedSite = {
  id: 'text',
  name: text,
  url: text,
  clientId: text,
  clientName: text,
  trackedBrand: maybe({ id: 'text', name: text }),
  lastScan: maybe({ id: 'text', completedAt: text }),
} as const;
const scan = {
  id: 'text',
  status: text,
  createdAt: text,
  startedAt: text,
  completedAt: text,
  updatedAt: text,
} as const;

const measured = {
  prompts: maybe('number'),
  platforms: listOf('text'),
  regions: listOf('text'),
};

const listedAnswer = {
  id: 'text',
  scanId: 'text',
  completedAt: text,
  promptId: 'text',
  prompt: text,
  platform: text,
  region: text,
  run: maybe('number'),
  model: text,
  searched: maybe('boolean'),
  excerpt: text,
  mentions: listOf({ brandId: 'text', sentiment: maybe('number') }),
  sources: maybe('number'),
} as const;

const prompt = {
  promptId: 'text',
  text,
  category: text,
  tags: listOf('text'),
  products: labelled,
  personas: labelled,
  journeyStages: labelled,
} as const;

export const shapes = {
  timeline: {
    metric: 'text',
    groupBy: 'text',
    brand: maybe({ id: 'text', name: text }),
    series: listOf({
      key: 'text',
      label: 'text',
      id: 'text',
      values: 'numbers',
      present: maybe('flags'),
    }),
    scans: listOf({ scanId: text, date: 'text', hasTime: 'boolean', moment: 'number' }),
    unplaced: 'number',
    more: maybe('number'),
    filters,
  },
  filters: {
    scanId: text,
    regions: listOf({ code: 'text', label: text }),
    models: listOf(platform),
    tags: labelled,
    categories: labelled,
    products: labelled,
    personas: labelled,
    journeyStages: labelled,
    brands: listOf({ id: 'text', label: text }),
    brandMentions: labelled,
  },
  clients: page({
    id: 'text',
    name: text,
    websiteUrl: text,
    industry: text,
    description: text,
    createdAt: text,
    updatedAt: text,
  }),
  clientSites: page({
    id: 'text',
    name: text,
    url: text,
    clientId: text,
    createdAt: text,
    updatedAt: text,
  }),
  prompt,
  scan,
  notes: { data: listOf(note) },
  discovery: { version: text, capabilities: listOf('text') },
  sites: page(listedSite),
  site: {
    ...listedSite,
    brands: listOf({ id: 'text', name: text, role: text, domains: listOf('text') }),
    branding: maybe({ reportName: text, logo: text, accent: text }),
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
      date: text,
      answers: maybe('number'),
      prompts: maybe('number'),
    }),
    filters,
  },
  matrix: {
    metric: text,
    brand: maybe({ id: 'text', name: text }),
    platforms: listOf(platform),
    regions: listOf({ code: 'text', label: text }),
    cells: listOf({ platform: 'text', region: 'text', points: listOf(point) }),
    filters,
  },
  answers: page(listedAnswer),
  answer: {
    ...listedAnswer,
    text,
    marks: listOf({ brandId: 'text', start: 'number', end: 'number' }),
    citations: listOf({
      url: text,
      title: text,
      domain: text,
      owner: maybe({ id: 'text', name: text }),
    }),
  },
  sources: {
    answers: maybe('number'),
    answersWithSources: maybe('number'),
    domains: listOf({
      domain: text,
      owner: maybe({ id: 'text', name: text }),
      answers: maybe('number'),
      citations: maybe('number'),
      namedTracked: maybe('number'),
      points: listOf({ scanId: 'text', date: text, completedAt: text, answers: maybe('number') }),
    }),
    more: maybe('number'),
    citedNotNamed: maybe('number'),
    filters,
  },
  recommendations: page({
    id: 'text',
    title: text,
    body: text,
    status: text,
    createdAt: text,
    notes: maybe('number'),
  }),
  recommendationNotes: page(note),
  prompts: page(prompt),
  promptsReport: {
    metric: text,
    groupBy: text,
    brand: maybe({ id: 'text', name: text }),
    series: listOf({ key: 'text', label: text, platform: maybe(platform), points: listOf(point) }),
    more: maybe('number'),
    filters,
  },
} as const satisfies Record<string, Shape>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path and the fault of the first value of the wrong shape; null if there is none. Unknown fields are faults. */
export function faultIn(value: unknown, shape: Shape, path = '$'): string | null {
  if (shape === 'text') return typeof value === 'string' ? null : `${path} is not a string`;
  if (shape === 'number') return Number.isFinite(value) ? null : `${path} is not a finite number`;
  if (shape === 'boolean')
    return typeof value === 'boolean' ? null : `${path} is not true or false`;
  if (shape === 'numbers') {
    const isColumn =
      value instanceof Float64Array && value.every((each) => Math.abs(each) !== Infinity);
    return isColumn ? null : `${path} is not a column of numbers`;
  }
  if (shape === 'flags') {
    const isColumn = value instanceof Uint8Array && value.every((each) => each < 2);
    return isColumn ? null : `${path} is not a column of flags`;
  }
  if ('maybe' in shape) {
    const { maybe: innerShape } = shape;
    return value === null || typeof innerShape === 'undefined'
      ? null
      : faultIn(value, innerShape, path);
  }
  if ('listOf' in shape) {
    const { listOf: innerShape } = shape;
    if (!Array.isArray(value)) return `${path} is not a list`;
    for (const [index, item] of value.entries()) {
      const fault = innerShape && faultIn(item, innerShape, `${path}[${index}]`);
      if (fault) return fault;
    }
    return null;
  }
  if (!isObject(value)) return `${path} is not an object`;
  const unexpectedName = Object.keys(value).find((name) => !Object.hasOwn(shape, name));
  if (unexpectedName !== undefined) return `${path}.${unexpectedName} is not expected`;
  for (const [name, innerShape] of Object.entries(shape)) {
    const fault = faultIn(value[name], innerShape, `${path}.${name}`);
    if (fault) return fault;
  }
  return null;
}
