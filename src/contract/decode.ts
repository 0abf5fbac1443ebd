import * as v from 'valibot';

type DecodeResult<T> = { ok: true; value: T } | { ok: false; path: string; reason: string };

/** The JSON path (RFC 9535) of the first invalid value, such as `$.series[3].points[0].value`. */
function jsonPathOf(issue: v.BaseIssue<unknown>): string {
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
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

/**
 * Why the value is invalid, without the value itself, which may be long or confidential. Validations need messages of
 * their own, since valibot's default ones quote the value.
 */
function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.input === undefined) return 'is missing';
  if (issue.kind === 'schema' && issue.expected !== null) {
    return `expected ${issue.expected}, received ${kindOf(issue.input)}`;
  }
  return issue.message;
}

/**
 * Decodes a parsed JSON value with a schema.
 * @returns the value without unknown fields, or the JSON path of the first invalid value and the reason
 */
export function decode<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): DecodeResult<v.InferOutput<S>> {
  // Valibot takes a list for an object without fields.
  if (schema.type === 'object' && Array.isArray(value))
    return { ok: false, path: '$', reason: 'expected Object, received array' };
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  return { ok: false, path: jsonPathOf(issue), reason: reasonOf(issue) };
}
