import type { Caller } from '../service/service.ts';

/** An implementation of the interfaces: the built-in service, or a remote one. */
export interface Service {
  fetch(request: Request, caller?: Caller): Promise<Response> | Response;
}
