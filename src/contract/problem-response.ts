import type { ParameterFault } from './parameters.ts';
import { type Problem, type ProblemType, problemMediaType } from './problem.ts';

/** Creates an error response (RFC 9457) that must not be cached. The same arguments always give the same bytes. */
export function createProblemResponse(
  status: number,
  type: ProblemType,
  title: string,
  detail: string,
  options: { errors?: ParameterFault[]; headers?: Readonly<Record<string, string>> } = {},
): Response {
  const body: Problem = { type, title, status, detail };
  if (options.errors) body.errors = options.errors;
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...options.headers, 'Content-Type': problemMediaType, 'Cache-Control': 'no-store' },
  });
}
