import type { JsonObject } from '../json-schema.ts';
import { documentOf, type Operation } from '../openapi.ts';
import { type SightlineEndpointName, sightlineEndpoints, sightlineVersion } from './endpoints.ts';
import { Discovery } from './resources.ts';

const tags = {
  Discovery: 'What this service offers beyond v1.',
} as const;

const operations: Record<SightlineEndpointName, Operation<keyof typeof tags>> = {
  discovery: {
    tag: 'Discovery',
    summary: 'Version and capabilities',
    description: 'A capability is listed only when all of its endpoints exist.',
    response: { status: 200, name: 'Discovery', schema: Discovery },
    refusals: {},
  },
};

/** The OpenAPI 3.1 document of Sightline's own interface. */
export const sightlineOpenApiDocument = (): JsonObject =>
  documentOf({
    title: 'Sightline Interface',
    version: sightlineVersion,
    endpoints: sightlineEndpoints,
    operations,
    tags,
  });
