import { capabilities, sightlineVersion } from '../../../contract/sightline/endpoints.ts';
import type { Discovery } from '../../../contract/sightline/resources.ts';
import type { Route } from '../route.ts';

/** GET /sightline/v1: what this service offers beyond v1. Reads nothing, so no call waits for a turn. */
export const discoveryRoute: Route = () => async (context) => {
  const body: Discovery = { version: sightlineVersion, capabilities: [...capabilities] };
  return context.json(body);
};
