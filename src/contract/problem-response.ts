import type { ParameterFault } from './parameters.ts';
import { type Problem, type ProblemType, problemMediaType } from './problem.ts';

/** An error response (RFC 9457) that must not be cached. The same arguments give the same bytes. */
export function createProblemResponse(
  status: number,
  type: ProblemType,
  title: string,
  detail: string,
  more: { errors?: ParameterFault[]; headers?: Readonly<Record<string, string>> } = {},
): Response {
  const body: Problem = { type, title, status, detail };
  if (more.errors) body.errors = more.errors;
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...more.headers, 'Content-Type': problemMediaType, 'Cache-Control': 'no-store' },
  });
}
