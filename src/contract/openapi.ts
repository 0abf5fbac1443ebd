import type * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { endpointsBelow, type V1EndpointName } from './every-endpoint.ts';
import { type JsonObject, metadataOf, toJsonSchema } from './json-schema.ts';
import { pageParameters } from './page-parameters.ts';
import {
  filterOptionsParameters,
  maxValuesPerParameter,
  type ParameterFault,
  type ParameterTable,
  timelineParameters,
} from './parameters.ts';
import { ClientPage, SitePage } from './portfolio.ts';
import {
  notFoundTypes,
  Problem,
  type ProblemType,
  problemMediaType,
  problemTypes,
} from './problem.ts';
import {
  FilterOptions,
  maxNotesPerRecommendation,
  maxNotesReturned,
  NewNote,
  NoteList,
  Prompt,
  Scan,
  TimelineReport,
} from './resources.ts';
import { notesScope } from './scopes.ts';

/**
 * The interface as an OpenAPI 3.1 document, generated from the schemas that decode its messages. It describes what the
 * API promises and the built-in service guarantees, not what the schemas tolerate.
 */

function queryParameters(table: ParameterTable): JsonObject[] {
  return Object.entries(table).map(([name, { isRepeatable, isRequired = false, value }]) => {
    const { known, format, minimum, maximum, minLength, maxLength, description } =
      metadataOf(value);
    const textSchema: JsonObject = {
      type: 'string',
      ...(format && { format }),
      ...(known && { enum: known }),
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    };
    const valueSchema: JsonObject =
      minimum === undefined
        ? textSchema
        : { type: 'integer', minimum, ...(maximum !== undefined && { maximum }) };
    return {
      name,
      in: 'query',
      required: isRequired,
      ...(description && { description }),
      schema: isRepeatable
        ? { type: 'array', items: valueSchema, maxItems: maxValuesPerParameter }
        : valueSchema,
      ...(isRepeatable && { style: 'form', explode: true }),
    };
  });
}

/** Descriptions of the path parameters, with examples: made up for shares and feeds, otherwise from the sample data. */
const pathParameterDetails: Readonly<Record<string, { description: string; example: string }>> = {
  siteId: {
    description: 'ID of a site, as in the list of sites of a client.',
    example: '5a3b1e00-517e-4000-8000-000000001001',
  },
  clientId: {
    description: 'ID of a client, as in the list of clients.',
    example: '5a3b1e00-c11e-4000-8000-000000000001',
  },
  promptId: {
    description: 'ID of a prompt.',
    example: '5a3b1e00-9407-4000-8000-000001001001',
  },
  scanId: {
    description: 'ID of a scan, as in the points of a timeline.',
    example: '5a3b1e00-5ca9-4000-8000-000001001001',
  },
  answerId: {
    description: 'ID of an answer, as in the list of answers.',
    example: 'WjseAFypQACAAAAAAQAQAVo7HgCUB0AAgAAAAAEAEAExIGNsYXVkZV9hcGkgVVM6Q2FsaWZvcm5pYQ',
  },
  shareId: {
    description: 'ID of a share, as in the list of shares.',
    example: '5a3b1e00-54a6-4000-8000-000001001001',
  },
  brandId: {
    description: 'ID of a brand, as in the set-up of a site.',
    example: '5a3b1e00-b4ad-4000-8000-000001001001',
  },
  jobId: {
    description: 'ID of a job, from the response to a change.',
    example: '5a3b1e00-70b0-4000-8000-000000000001',
  },
  feedId: {
    description: 'ID of a feed, as in the list of feeds.',
    example: '5a3b1e00-fee0-4000-8000-000001001001',
  },
  token: {
    description: 'The secret of a feed, from the URL returned when the feed was created.',
    example: 'sl_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  },
  recommendationId: {
    description: 'ID of a recommendation.',
    example: '5a3b1e00-4ec0-4000-8000-000001001001',
  },
  noteId: {
    description: 'ID of a note: its `activityId`.',
    example: '5a3b1e00-407e-4000-8000-000001001001',
  },
};

const pathParameters = (path: string): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...pathParameterDetails[name],
    schema: { type: 'string' },
  }));

/** The default problem of each status. The problem of a 404 depends on the kind of resource. */
const problemOfStatus: Readonly<Record<number, readonly [type: ProblemType, title: string]>> = {
  400: [problemTypes.invalidBody, 'Invalid body'],
  401: [problemTypes.unauthenticated, 'Not signed in'],
  403: [problemTypes.missingScope, 'Scope missing'],
  409: [problemTypes.notesFull, 'Too many notes'],
  413: [problemTypes.tooLarge, 'Too large'],
  414: [problemTypes.tooLarge, 'Too large'],
  415: [problemTypes.invalidBody, 'Invalid body'],
  422: [problemTypes.invalidParameter, 'Invalid parameter'],
  429: [problemTypes.tooManyRequests, 'Too many calls'],
  500: [problemTypes.internal, 'Internal error'],
  503: [problemTypes.unavailable, 'Temporarily unavailable'],
  507: [problemTypes.storageFull, 'Storage full'],
};

interface ProblemDetails {
  headers?: JsonObject;
  problem?: readonly [type: ProblemType, title: string];
  /** An invalid parameter or field. */
  fault?: ParameterFault;
}

/** Documents an error response with an example, keyed by status. */
export function documentProblem(
  status: number,
  description: string,
  { headers, problem, fault }: ProblemDetails = {},
): JsonObject {
  const internal = [problemTypes.internal, 'Internal error'] as const;
  const [type, title] = problem ?? problemOfStatus[status] ?? internal;
  const errors = fault && { errors: [{ ...fault }] };
  const example = { type, title, status, detail: description, ...errors };
  return {
    [status]: {
      description,
      ...(headers && { headers }),
      content: {
        [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' }, example },
      },
    },
  };
}

export const documentTooManyRequests = (description: string): JsonObject =>
  documentProblem(429, description, {
    headers: {
      'Retry-After': { description: 'In seconds.', schema: { type: 'integer', minimum: 1 } },
    },
  });

/** The errors of every endpoint that needs a key. */
const keyErrors: JsonObject = {
  ...documentProblem(401, 'The key is missing, unknown, revoked or expired.', {
    headers: { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } },
  }),
  ...documentTooManyRequests(
    'Too many requests with this key are waiting or were abandoned, or too many keys were rejected.',
  ),
};
/** The errors of every endpoint. */
const commonErrors: JsonObject = {
  ...documentProblem(414, 'The URL is too long.'),
  ...documentProblem(
    500,
    'The service failed. If the request makes a change, check whether it was saved before you send it again.',
  ),
  ...documentProblem(503, 'The data cannot be reached at the moment.', {
    headers: {
      'Retry-After': { description: 'In seconds.', schema: { type: 'integer', minimum: 0 } },
    },
  }),
};

/**
 * Documents the 404 of an endpoint.
 * @param kind the kind of resource in the example; a 404 for another kind in the path has another type
 */
export const documentNotFound = (
  kind: keyof typeof notFoundTypes,
  description = 'The resource does not exist, or the key has no access to it.',
): JsonObject =>
  documentProblem(404, description, { problem: [notFoundTypes[kind], `No such ${kind}`] });

/** An example of a fault in a query with these parameters. */
function exampleFaultOf(query: ParameterTable): ParameterFault {
  const { limit } = query;
  if (limit) {
    const { maximum } = metadataOf(limit.value);
    return { parameter: 'limit', message: `must be an integer from 1 to ${maximum}` };
  }
  if ('startDate' in query) return { parameter: 'startDate', message: 'must not be after endDate' };
  return { parameter: Object.keys(query)[0] ?? '', message: 'must be a UUID' };
}

/** Documents the 422 of an endpoint with these query parameters. */
const documentInvalidParameter = (query: ParameterTable): JsonObject =>
  documentProblem(422, 'A parameter is invalid; `errors` names it.', {
    fault: exampleFaultOf(query),
  });

/** Documents the 422 of an endpoint whose body can have this fault. */
export const documentInvalidBody = (description: string, fault: ParameterFault): JsonObject =>
  documentProblem(422, description, {
    problem: [problemTypes.invalidBody, 'Invalid body'],
    fault,
  });

const tags = {
  Reports: 'How brands appear in the answers of AI platforms, and the values to filter reports by.',
  Recommendations: 'Notes on recommendations.',
  Directory: 'The clients and sites that a key can access.',
  Measurement: 'Prompts sent to AI platforms, and the scans that sent them.',
} as const;

export interface Operation<Tag extends string> {
  tag: Tag;
  summary: string;
  description: string;
  /** Null for a response without a body, which has the status 204. */
  response: {
    status: 200 | 201 | 202;
    name: string;
    schema: v.GenericSchema;
    type?: 'text/csv';
  } | null;
  /** A second successful response, which needs an explanation. */
  otherResponse?: {
    status: 202;
    name: string;
    schema: v.GenericSchema;
    description: string;
    headers?: JsonObject;
  };
  query?: ParameterTable;
  body?: v.GenericSchema;
  example?: JsonObject;
  /** Whether the endpoint needs no key. */
  isKeyless?: true;
  /** The endpoint's own errors. The common errors, those of the key and a 422 for an invalid `query` are added. */
  errorResponses: JsonObject;
}

/** The operations of v1. */
export const operations: Record<V1EndpointName, Operation<keyof typeof tags>> = {
  timeline: {
    tag: 'Reports',
    summary: 'Metric trends across scans',
    description:
      'One metric at every completed scan. Grouped by brand, it compares all brands measured. Grouped by platform or region, it describes one brand: the tracked brand, or the one in `brandId`.',
    response: { status: 200, name: 'TimelineReport', schema: TimelineReport },
    query: timelineParameters,
    errorResponses: documentNotFound('site'),
  },
  notes: {
    tag: 'Recommendations',
    summary: 'Add a note to a recommendation',
    description: `Requires the scope ${notesScope}. Returns the newest ${maxNotesReturned} notes on the recommendation, newest first; none if the key cannot read notes.`,
    response: { status: 201, name: 'NoteList', schema: NoteList },
    body: NewNote,
    example: { body: 'Compared with the previous scan, more answers name us first.' },
    errorResponses: {
      ...documentProblem(400, 'The body is not JSON.'),
      ...documentProblem(403, `The key lacks the scope ${notesScope}.`),
      ...documentNotFound('recommendation'),
      ...documentProblem(
        409,
        `The recommendation already has ${maxNotesPerRecommendation.toLocaleString('en')} notes, the maximum. Nothing was changed.`,
      ),
      ...documentProblem(413, 'The body is too large.'),
      ...documentProblem(415, 'The content type is not JSON.'),
      ...documentInvalidBody(
        'The note is not 1 to 10,000 characters long, or has no visible character.',
        { parameter: 'body', message: 'must not be empty' },
      ),
      ...documentProblem(507, 'The storage is full. Nothing was changed.'),
    },
  },
  filters: {
    tag: 'Reports',
    summary: 'Filter values for the reports of a site',
    description:
      'Values for every filter except `promptId`, for the whole site or for one scan. `brands` lists the tracked brand and its competitors.',
    response: { status: 200, name: 'FilterOptions', schema: FilterOptions },
    query: filterOptionsParameters,
    errorResponses: documentNotFound('site'),
  },
  clients: {
    tag: 'Directory',
    summary: 'Clients the key can access, newest first',
    description:
      'A key limited to one client gets only that client; business accounts get an empty list. Paged.',
    response: { status: 200, name: 'ClientPage', schema: ClientPage },
    query: pageParameters,
    errorResponses: {},
  },
  clientSites: {
    tag: 'Directory',
    summary: 'Active sites of a client, newest first',
    description: 'A key limited to one client can list the sites of that client only. Paged.',
    response: { status: 200, name: 'SitePage', schema: SitePage },
    query: pageParameters,
    errorResponses: documentNotFound('client'),
  },
  prompt: {
    tag: 'Measurement',
    summary: 'One prompt',
    description: 'Its text, category and classifications.',
    response: { status: 200, name: 'Prompt', schema: Prompt },
    errorResponses: documentNotFound('prompt'),
  },
  scan: {
    tag: 'Measurement',
    summary: 'Status and times of one scan',
    description: '`completedAt` is null while a scan is queued or running.',
    response: { status: 200, name: 'Scan', schema: Scan },
    errorResponses: documentNotFound('scan'),
  },
};

const documentContent = (name: string, type = 'application/json'): JsonObject => ({
  [type]: { schema: { $ref: `#/components/schemas/${name}` } },
});

function toOperation(name: string, path: string, operation: Operation<string>): JsonObject {
  const { tag, summary, description, response, query, body, example, errorResponses } = operation;
  const { isKeyless = false, otherResponse } = operation;
  const parameters = [...pathParameters(path), ...(query ? queryParameters(query) : [])];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(isKeyless && { security: [] }),
    parameters,
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: toJsonSchema(body), ...(example && { example }) },
        },
      },
    }),
    responses: {
      ...(response
        ? {
            [response.status]: {
              description: summary,
              content: documentContent(response.name, response.type),
            },
          }
        : { 204: { description: summary } }),
      ...(otherResponse && {
        [otherResponse.status]: {
          description: otherResponse.description,
          ...(otherResponse.headers && { headers: otherResponse.headers }),
          content: documentContent(otherResponse.name),
        },
      }),
      ...(query && documentInvalidParameter(query)),
      ...errorResponses,
      ...(isKeyless ? {} : keyErrors),
      ...commonErrors,
    },
  };
}

/** Rules that apply to every endpoint and have no field of their own in the document. */
const generalRules = [
  'Lists with `nextCursor` are paged: pass it as `cursor` to get the next page, until it is null.',
  'A cursor is valid only for the key and path that it was issued for.',
  'Timestamps are ISO 8601 in UTC, and days are UTC days. Unknown parameters are ignored. The order of parameters makes no difference. Duplicate values of a repeatable parameter are ignored; any other parameter may be given only once.',
  'Anything that a key cannot access gives 404, as if it did not exist.',
].join('\n');

interface Interface {
  title: string;
  version: string;
  endpoints: readonly (readonly [name: string, endpoint: Endpoint])[];
  /** By endpoint name. */
  operations: Readonly<Record<string, Operation<string>>>;
  /** The description of each tag, by its name. */
  tags: Readonly<Record<string, string>>;
}

/** Documents an interface as an OpenAPI 3.1 document. */
export function documentOf(source: Interface): JsonObject {
  const { title, version, endpoints, operations, tags } = source;
  const paths: Record<string, JsonObject> = {};
  for (const [name, { method, path }] of endpoints) {
    const operation = operations[name];
    if (operation) {
      const operationByMethod = { [method.toLowerCase()]: toOperation(name, path, operation) };
      paths[path] = { ...paths[path], ...operationByMethod };
    }
  }
  const responses = Object.values(operations).flatMap(({ response, otherResponse }) => [
    ...(response ? [response] : []),
    ...(otherResponse ? [otherResponse] : []),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: generalRules,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: toJsonSchema(Problem),
        ...Object.fromEntries(responses.map(({ name, schema }) => [name, toJsonSchema(schema)])),
      },
    },
  };
}

/** The OpenAPI 3.1 document of v1, as the built-in service implements it. */
export const openApiDocument = (): JsonObject =>
  documentOf({
    title: 'Visibility Reporting Service Interface',
    version: '1.0.0',
    endpoints: endpointsBelow('/v1/'),
    operations,
    tags,
  });
