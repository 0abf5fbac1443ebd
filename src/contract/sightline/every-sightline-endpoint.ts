import { sightlineEndpoints } from './endpoints.ts';
import { scanEndpoints } from './scan-endpoints.ts';
import { setupEndpoints } from './setup-endpoints.ts';

/** Every endpoint of Sightline's own API. */
export const everySightlineEndpoint = {
  ...sightlineEndpoints,
  ...setupEndpoints,
  ...scanEndpoints,
};
export type EverySightlineEndpointName = keyof typeof everySightlineEndpoint;

/** What the service offers beyond v1, in the order of `everySightlineEndpoint`. */
export const capabilities: readonly string[] = [
  ...new Set(Object.values(everySightlineEndpoint).flatMap(({ capability }) => capability ?? [])),
];
