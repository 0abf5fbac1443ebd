import type { Caller } from '../service/service.ts';

/** An implementation of the interface: the built-in service, or one elsewhere. */
export interface Service {
  fetch(request: Request, caller?: Caller): Promise<Response> | Response;
}
