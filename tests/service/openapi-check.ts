import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { everyEndpoint } from '../../src/contract/every-endpoint.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { sightlineOpenApiDocument } from '../../src/contract/sightline/openapi.ts';
import { endpointOf } from '../setup/endpoints.ts';

const bases = {
  v1: 'https://sightline.invalid/openapi.json',
  sightline: 'https://sightline.invalid/openapi-sightline.json',
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats(ajv);

/** Forbids additional properties in all objects of a schema that list their properties. */
function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (typeof node !== 'object' || node === null) return node;
  const closed = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, closeObjects(value)]),
  );
  return closed['type'] === 'object' && 'properties' in closed
    ? { ...closed, additionalProperties: false }
    : closed;
}
ajv.addSchema(Object(closeObjects(openApiDocument())), bases.v1);
ajv.addSchema(Object(closeObjects(sightlineOpenApiDocument())), bases.sightline);

const toPointer = (...keys: readonly string[]) =>
  keys
    .map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');

/**
 * Validates a response against its OpenAPI document, without the contract's schemas. Unknown fields are faults too.
 * @returns the fault; null if there is none, or if the request matches no endpoint.
 */
export function faultOf(
  request: { method: string; path: string },
  response: { status: number; type: string; json: unknown },
): string | null {
  const name = endpointOf(request.method, request.path);
  if (name === null) return null;
  const { path, method } = everyEndpoint[name];
  const base = path.startsWith('/v1/') ? bases.v1 : bases.sightline;
  const type = response.type.split(';')[0]?.trim() ?? '';
  const location = toPointer(
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(response.status),
    'content',
    type,
    'schema',
  );
  const validate = ajv.getSchema(`${base}#${location}`);
  const summary = `${request.method} ${request.path} returned ${response.status} ${type}`;
  if (!validate) return `${summary}, which is not in the document`;
  return validate(response.json) ? null : `${summary}: ${ajv.errorsText(validate.errors)}`;
}
