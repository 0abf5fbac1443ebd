import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { endpoints } from '../../src/contract/endpoints.ts';
import { anyEndpointOf, everyEndpoint } from '../../src/contract/every-endpoint.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { sightlineOpenApiDocument } from '../../src/contract/sightline/openapi.ts';

/**
 * Holds answers against the OpenAPI document by a validator that shares no code with the contract.
 * Unknown fields fail too: what the service writes, the document has to say.
 */
const bases = {
  v1: 'https://sightline.invalid/openapi.json',
  sightline: 'https://sightline.invalid/openapi-sightline.json',
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats(ajv);

/** Objects of the document as strict ones. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inside = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, closed(value)]),
  );
  return inside['type'] === 'object' && 'properties' in inside
    ? { ...inside, additionalProperties: false }
    : inside;
}
ajv.addSchema(Object(closed(openApiDocument())), bases.v1);
ajv.addSchema(Object(closed(sightlineOpenApiDocument())), bases.sightline);

const pointer = (...keys: readonly string[]) =>
  keys
    .map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');

let held = 0;
/** Answers held against the document so far. */
export const answersHeld = (): number => held;

/** What is wrong with an answer by the document; null when nothing is, or when it is of no endpoint. */
export function faultOf(
  request: { method: string; path: string },
  answer: { status: number; type: string; json: unknown },
): string | null {
  const name = anyEndpointOf(request.method, request.path);
  if (name === null) return null;
  const { path, method } = everyEndpoint[name];
  const base = Object.hasOwn(endpoints, name) ? bases.v1 : bases.sightline;
  const type = answer.type.split(';')[0]?.trim() ?? '';
  const place = pointer(
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(answer.status),
    'content',
    type,
    'schema',
  );
  const validate = ajv.getSchema(`${base}#${place}`);
  const what = `${request.method} ${request.path} answered ${answer.status} ${type}`;
  if (!validate) return `${what}, which the document does not know`;
  held += 1;
  return validate(answer.json) ? null : `${what}: ${ajv.errorsText(validate.errors)}`;
}
