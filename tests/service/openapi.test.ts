import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpointsBelow, everyEndpoint } from '../../src/contract/every-endpoint.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { sightlineOpenApiDocument } from '../../src/contract/sightline/openapi.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import { generateSampleRecords } from '../../src/service/sample/records.ts';
import { faultOf } from './openapi-check.ts';

const documents = [
  { file: 'openapi.json', createDocument: openApiDocument, table: endpointsBelow('/v1/') },
  {
    file: 'openapi-sightline.json',
    createDocument: sightlineOpenApiDocument,
    table: endpointsBelow('/sightline/'),
  },
] as const;

const toPascalCase = (words: string) =>
  words.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The names that a generator gives to the inline enums in a schema: that of the schema, and of the properties. */
function enumNamesOf(name: string, schema: unknown): string[] {
  const { properties = {}, items, anyOf = [], enum: values } = Object(schema);
  return [
    ...(values ? [name] : []),
    ...Object.entries(properties).flatMap(([key, value]) => enumNamesOf(`${name} ${key}`, value)),
    ...(items ? enumNamesOf(`${name} item`, items) : []),
    ...[anyOf].flat().flatMap((option) => enumNamesOf(name, option)),
  ];
}

describe.each(documents)('the OpenAPI document $file', ({ file, createDocument, table }) => {
  it('in docs is up to date (npm run openapi writes it)', () => {
    const checkedInPath = join(import.meta.dirname, '../../docs', file);
    expect(JSON.parse(readFileSync(checkedInPath, 'utf8'))).toEqual(createDocument());
  });

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(createDocument()));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('gives code generators no name twice', () => {
    const { paths, components } = v.parse(
      v.object({
        paths: v.record(
          v.string(),
          v.record(v.string(), v.looseObject({ operationId: v.string() })),
        ),
        components: v.object({ schemas: v.record(v.string(), v.unknown()) }),
      }),
      createDocument(),
    );
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    // Generators name the enum of a property after its schema, and that of a parameter after its operation.
    const names = [
      ...Object.entries(components.schemas).flatMap(([name, schema]) => [
        name,
        ...enumNamesOf(name, schema),
      ]),
      ...operations.flatMap(({ operationId, parameters }) =>
        v
          .parse(v.array(v.object({ name: v.string(), schema: v.unknown() })), parameters)
          .flatMap(({ name, schema }) => enumNamesOf(`${operationId} ${name}`, schema)),
      ),
    ].map(toPascalCase);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has exactly the paths of the contract', () => {
    const paths = Object.keys(Object(createDocument()['paths'])).sort();
    expect(paths).toEqual([...new Set(table.map(([, { path }]) => path))].sort());
  });
});

describe.each(documents)('the OpenAPI document $file', ({ createDocument }) => {
  const Parameter = v.object({
    name: v.string(),
    in: v.string(),
    description: v.optional(v.string()),
    example: v.optional(v.string()),
  });
  const Operation = v.object({
    tags: v.array(v.string()),
    summary: v.string(),
    description: v.string(),
    parameters: v.array(Parameter),
  });
  const Document = v.object({
    tags: v.array(v.object({ name: v.string(), description: v.string() })),
    paths: v.record(v.string(), v.record(v.string(), Operation)),
  });
  const { tags, paths } = v.parse(Document, createDocument());
  const operations = Object.values(paths).flatMap((path) => Object.values(path));

  it('has a description and a described tag for each operation', () => {
    const described = tags.filter(({ description }) => description !== '').map(({ name }) => name);
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(new Set(described));
    for (const { tags: operationTags, summary, description } of operations) {
      expect(operationTags).toHaveLength(1);
      expect(description.length).toBeGreaterThan(10);
      expect(description).not.toBe(summary);
    }
  });

  it('has an example ID from the sample data for each path parameter except those of shares, feeds and jobs', () => {
    const ids = new Set(
      [...generateSampleRecords('2026-01-01')].flatMap((record) => {
        if (record.type === 'answer') return [answerIdOf(record)];
        return 'id' in record ? [record.id] : [];
      }),
    );
    const pathParameters = operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'path'),
    );
    // The sample data has no shares or feeds: their secrets would be public.
    const unseededParameters = ['shareId', 'feedId', 'token', 'jobId'];
    for (const { name, description, example } of pathParameters) {
      expect(ids.has(example ?? ''), name).toBe(!unseededParameters.includes(name));
      expect(description, name).toBeTruthy();
    }
  });
});

describe.each(documents)(
  'the examples of invalid input in the OpenAPI document $file',
  ({ createDocument }) => {
    const Responses = v.object({
      422: v.object({ content: v.record(v.string(), v.object({ example: v.unknown() })) }),
    });
    const Example = v.object({ errors: v.tuple([v.object({ parameter: v.string() })]) });

    it('refer to parameters of the endpoint, or to fields of its body', () => {
      const operations = Object.values(Object(createDocument()['paths'])).flatMap((path) =>
        Object.values(Object(path)),
      );
      for (const operation of operations) {
        const { operationId, parameters, requestBody, responses } = Object(operation);
        const names = Object(parameters).flatMap((parameter: { in: string; name: string }) =>
          parameter.in === 'query' ? [parameter.name] : [],
        );
        const { properties } = Object(requestBody?.content['application/json'].schema);
        const inputs = [...names, ...Object.keys(properties ?? {})];
        // Without input, a request can only be impossible.
        const isRequest = ['runScan', 'cancelScan', 'retryScan'].includes(operationId);
        expect('422' in responses, operationId).toBe(inputs.length > 0 || isRequest);
        if (inputs.length === 0) continue;
        const [content] = Object.values(v.parse(Responses, responses)[422].content);
        const [fault] = v.parse(Example, content?.example).errors;
        // The example fault of a feed names `range`, which is in the `question` of its body.
        if (operationId === 'createFeed') inputs.push('range');
        // A fault in a list names the field of its entry, such as `brands[1].name`.
        expect(inputs, operationId).toContain(fault.parameter.replace(/\[.*/, ''));
      }
    });
  },
);

it('the OpenAPI documents require a key for every endpoint except a feed', () => {
  const keyless = documents.flatMap(({ createDocument, table }) => {
    const { paths, security } = Object(createDocument());
    expect(security).toEqual([{ bearer: [] }]);
    return table.flatMap(([name, { method, path }]) => {
      const operation = paths[path][method.toLowerCase()];
      expect(Object.hasOwn(operation.responses, '401'), name).toBe(
        operation.security === undefined,
      );
      return operation.security === undefined ? [] : [[name, operation.security]];
    });
  });
  expect(keyless).toEqual([['feed', []]]);
});

it('the OpenAPI document requires notes to have between 1 and 10,000 characters', () => {
  const { post } = Object(openApiDocument()['paths'])[everyEndpoint.notes.path];
  const { schema, example } = post.requestBody.content['application/json'];
  const { body } = schema.properties;
  expect(body).toMatchObject({ type: 'string', minLength: 1, maxLength: 10_000 });
  expect(example.body.length).toBeGreaterThan(1);
});

describe('the validation of responses', () => {
  const path = '/v1/sites/a/scans/b';
  const scan = {
    id: '00000000-0000-4000-8000-000000000001',
    status: 'completed',
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    completedAt: '2026-01-01T01:00:00.000Z',
    updatedAt: '2026-01-01T01:00:00.000Z',
  };
  const findFault = (json: unknown, status = 200, type = 'application/json') =>
    faultOf({ method: 'GET', path }, { status, type, json });

  it('accepts a valid response', () => {
    expect(findFault(scan)).toBeNull();
  });

  it.each([
    ['a missing field', { ...scan, status: undefined }],
    ['a field of another type', { ...scan, updatedAt: 5 }],
    ['an unknown enum value', { ...scan, status: 'done' }],
    ['an invalid ID', { ...scan, id: 'x' }],
    ['an invalid time', { ...scan, createdAt: 'yesterday' }],
    ['null in a field that is not nullable', { ...scan, createdAt: null }],
    ['an unknown field', { ...scan, secret: 1 }],
  ])('finds %s', (_, json) => {
    expect(findFault(JSON.parse(JSON.stringify(json)))).not.toBeNull();
  });

  it('finds unknown statuses and media types', () => {
    expect(findFault(scan, 202)).toContain('is not in the document');
    expect(findFault(scan, 200, 'text/html')).toContain('is not in the document');
  });
});
