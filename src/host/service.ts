import type { Caller } from '../service/service.ts';

/** What serves `/v1` and `/sightline/v1`: the built-in service, or a remote one. */
export interface Service {
  fetch(request: Request, caller?: Caller): Promise<Response> | Response;
}
