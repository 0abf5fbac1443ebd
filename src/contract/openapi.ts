import * as v from 'valibot';
import { type EndpointName, endpoints } from './endpoints.ts';
import { notesScope } from './enums.ts';
import {
  filterParameters,
  type ParameterTable,
  pageParameters,
  timelineParameters,
} from './parameters.ts';
import { Problem, problemMediaType } from './problem.ts';
import {
  ClientPage,
  FilterOptions,
  NewNote,
  NoteList,
  Prompt,
  Scan,
  SitePage,
  TimelineReport,
} from './resources.ts';

/**
 * The interface as an OpenAPI 3.1 document, made from the same schemas that decode it. What a schema
 * tolerates is not written here, only what the interface promises and the built-in service keeps.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { [key: string]: Json };

const Facts = v.object({
  promised: v.optional(v.picklist(['required', 'nullable', 'optional'])),
  known: v.optional(v.array(v.string())),
  format: v.optional(v.string()),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
});

/** What the fields' metadata says, in the parts that a document can carry. */
const factsOf = (schema: v.GenericSchema) => v.parse(Facts, v.getMetadata(schema));

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema';

/** A schema inside another: `wrapped`, `item`. */
function inner(schema: v.GenericSchema, name: 'wrapped' | 'item'): v.GenericSchema {
  const value: unknown = Reflect.get(schema, name);
  if (!isSchema(value)) throw new Error(`a schema of type ${schema.type} without ${name}`);
  return value;
}

function entriesOf(schema: v.GenericSchema): [string, v.GenericSchema][] {
  const entries: unknown = Reflect.get(schema, 'entries');
  return Object.entries(Object(entries)).filter((entry): entry is [string, v.GenericSchema] =>
    isSchema(entry[1]),
  );
}

const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });

/** The JSON Schema (2020-12) of what the interface promises where the schema decodes. */
function toSchema(schema: v.GenericSchema): JsonObject {
  const { promised, known, format } = factsOf(schema);
  switch (schema.type) {
    case 'nullish':
    case 'nullable':
    case 'optional': {
      const promisedSchema = toSchema(inner(schema, 'wrapped'));
      const mayBeNull = promised === 'nullable' || promised === 'optional';
      return mayBeNull ? orNull(promisedSchema) : promisedSchema;
    }
    case 'object': {
      const entries = entriesOf(schema);
      const required = entries.filter(
        ([, entry]) => factsOf(entry).promised !== 'optional' && entry.type !== 'optional',
      );
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, toSchema(entry)])),
        required: required.map(([name]) => name),
      };
    }
    case 'array':
      return { type: 'array', items: toSchema(inner(schema, 'item')) };
    case 'string':
      return { type: 'string', ...(format && { format }), ...(known && { enum: known }) };
    case 'number':
    case 'boolean':
      return { type: schema.type };
    default:
      throw new Error(`no JSON Schema for a schema of type ${schema.type}`);
  }
}

function queryParameters(table: ParameterTable): JsonObject[] {
  return Object.entries(table).map(([name, { many, value }]) => {
    const { known, format, minimum, maximum } = factsOf(value);
    const one: JsonObject =
      minimum === undefined
        ? { type: 'string', ...(format && { format }), ...(known && { enum: known }) }
        : { type: 'integer', minimum, ...(maximum !== undefined && { maximum }) };
    return {
      name,
      in: 'query',
      required: false,
      schema: many ? { type: 'array', items: one } : one,
      ...(many && { style: 'form', explode: true }),
    };
  });
}

const pathParameters = (path: string): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const problem = (description: string): JsonObject => ({
  description,
  content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Refusals that any endpoint may give. */
const everywhere: JsonObject = {
  401: problem('The key is absent, unknown or revoked.'),
  414: problem('The URL is longer than the service reads.'),
  500: problem('The service failed; nothing of how is told.'),
  503: problem('The data cannot be reached now; Retry-After says when to try again.'),
};
const notFound = { 404: problem('Absent, or not for this key to see.') };
const badInput = { 422: problem('A parameter is outside its rules; `errors` names it.') };

interface Operation {
  summary: string;
  answer: { status: 200 | 201; name: string; schema: v.GenericSchema };
  query?: ParameterTable;
  body?: v.GenericSchema;
  refusals: JsonObject;
}

const operations: Record<EndpointName, Operation> = {
  timeline: {
    summary: 'Metric trends across scans',
    answer: { status: 200, name: 'TimelineReport', schema: TimelineReport },
    query: timelineParameters,
    refusals: { ...notFound, ...badInput },
  },
  notes: {
    summary: 'Add a note to a recommendation',
    answer: { status: 201, name: 'NoteList', schema: NoteList },
    body: NewNote,
    refusals: {
      400: problem('The body is not JSON.'),
      403: problem(`The key lacks the scope ${notesScope}.`),
      ...notFound,
      413: problem('The body is larger than the service reads.'),
      415: problem('The body is not declared as JSON.'),
      422: problem('The note is empty or too long.'),
      507: problem('There is no room to keep the note; nothing was changed.'),
    },
  },
  filters: {
    summary: 'Values that reports of a site can be filtered by',
    answer: { status: 200, name: 'FilterOptions', schema: FilterOptions },
    query: filterParameters,
    refusals: { ...notFound, ...badInput },
  },
  clients: {
    summary: 'Clients the key can access, newest first',
    answer: { status: 200, name: 'ClientPage', schema: ClientPage },
    query: pageParameters,
    refusals: badInput,
  },
  clientSites: {
    summary: 'Active sites of a client, newest first',
    answer: { status: 200, name: 'SitePage', schema: SitePage },
    query: pageParameters,
    refusals: { ...notFound, ...badInput },
  },
  prompt: {
    summary: 'One prompt',
    answer: { status: 200, name: 'Prompt', schema: Prompt },
    refusals: notFound,
  },
  scan: {
    summary: 'Status and times of one scan',
    answer: { status: 200, name: 'Scan', schema: Scan },
    refusals: notFound,
  },
};

function toOperation(name: EndpointName, operation: Operation): JsonObject {
  const { summary, answer, query, body, refusals } = operation;
  const parameters = [
    ...pathParameters(endpoints[name].path),
    ...(query ? queryParameters(query) : []),
  ];
  return {
    operationId: name,
    summary,
    parameters,
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: toSchema(body) } } },
    }),
    responses: {
      [answer.status]: {
        description: summary,
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${answer.name}` } },
        },
      },
      ...refusals,
      ...everywhere,
    },
  };
}

/** The OpenAPI 3.1 document of the interface as the built-in service keeps it. */
export function openApiDocument(): JsonObject {
  const names = Object.entries(operations);
  const paths: JsonObject = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operation = names.find(([key]) => key === name)?.[1];
    if (!operation) continue;
    const method = endpoint.method.toLowerCase();
    paths[endpoint.path] = { [method]: toOperation(name as EndpointName, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Visibility Reporting Service Interface',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: toSchema(Problem),
        ...Object.fromEntries(
          names.map(([, { answer }]) => [answer.name, toSchema(answer.schema)]),
        ),
      },
    },
  };
}
