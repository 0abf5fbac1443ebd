import type { Scope } from './scopes.ts';
import type { SharePage } from './share-pages.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint, and who may call it when. */
export interface Endpoint {
  readonly method: HttpMethod;
  /**
   * A name in braces is a path parameter. If the page calls the endpoint, this is a constant of its own, since then the
   * scripts of the page contain nothing else of the endpoint.
   */
  readonly path: string;
  /**
   * What a service announces if it has all endpoints of this capability; null in v1 and for discovery. The built-in
   * service has all endpoints, but announces `measuring` only while sites are measured again, and `collect` only if it
   * runs scans. To the secret of a share, it announces only those whose endpoints are all open to the share.
   */
  readonly capability: string | null;
  /** The scope that a key needs. */
  readonly scope: Scope | null;
  /** Which shares it is open to: those with at least one of the listed pages, `any` share, or `none`. */
  readonly shares: readonly SharePage[] | 'any' | 'none';
  /**
   * Where each call waits for a slot before it is handled: `reports` if it may read many rows, `changes` if it
   * changes a set-up, otherwise `light`. A `cached` report waits among the reports only if it has to be made or
   * compressed. `own` handlers wait by themselves, such as after reading the body. Calls with `none` never wait.
   */
  readonly queue: 'reports' | 'changes' | 'light' | 'cached' | 'own' | 'none';
}

/** Whether requests with a method have a body. */
export const takesBody = (method: string): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

/** The value of the `Allow` header for a path with these methods. GET includes HEAD. */
export const allowHeaderOf = (methods: readonly HttpMethod[]): string =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');

type ParameterNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;
/** A value for each parameter of a path. */
export type ParametersOf<P extends string> = Record<ParameterNames<P>, string>;

/** Fills in the parameters of a path, each percent-encoded. */
export function fillPath<P extends string>(path: P, parameters: ParametersOf<P>): string {
  const values: Partial<Record<string, string>> = parameters;
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''));
}

/** Whether a requested path, encoded or not, is a path with its parameters filled in. */
export const isFilled = (path: string, requested: string): boolean =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(requested);
