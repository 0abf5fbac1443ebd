import * as v from 'valibot';

type Decoded<T> = { ok: true; value: T } | { ok: false; path: string; reason: string };

/** A JSON path (RFC 9535) to the first value at fault, such as `$.series[3].points[0].value`. */
function jsonPath(issue: v.BaseIssue<unknown>): string {
  let path = '$';
  for (const step of issue.path ?? []) {
    const key: unknown = step.key;
    if (typeof key === 'number') path += `[${key}]`;
    else if (typeof key === 'string' && /^[A-Za-z_]\w*$/.test(key)) path += `.${key}`;
    else path += `[${JSON.stringify(String(key))}]`;
  }
  return path;
}

function kindOf(input: unknown): string {
  if (input === undefined) return 'nothing';
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

/** Why, without the value at fault, which may be long or nobody else's business. */
function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'schema' && issue.expected !== null) {
    return `expected ${issue.expected}, received ${kindOf(issue.input)}`;
  }
  return issue.message;
}

/**
 * Reads a parsed JSON value as what the schema describes.
 * @returns the value with unknown fields left out, or the JSON path and reason of the first fault.
 */
export function decode<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): Decoded<v.InferOutput<S>> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  return { ok: false, path: jsonPath(issue), reason: reasonOf(issue) };
}
