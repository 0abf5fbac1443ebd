import { sightlineVersion } from '../../contract/endpoints/discovery.ts';
import { capabilities } from '../../contract/every-endpoint.ts';
import type { Discovery } from '../../contract/sightline/resources.ts';
import { sharedCapabilitiesOf } from '../access/share-endpoints.ts';
import type { Route } from './route.ts';

/** GET /sightline/v1: what this service offers beyond v1. Reads nothing from the store, so calls are never queued. */
export const discoveryRoute: Route =
  ({ store, scanRunner }) =>
  async (context) => {
    const { shareFilter } = context.get('access').tenant;
    const body: Discovery = {
      version: sightlineVersion,
      capabilities: shareFilter
        ? sharedCapabilitiesOf(shareFilter)
        : capabilities.filter((name) => {
            if (name === 'measuring') return store.isMeasuringAgain();
            return name !== 'collect' || scanRunner !== undefined;
          }),
    };
    return context.json(body);
  };
