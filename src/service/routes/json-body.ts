import { bodyLimit } from 'hono/body-limit';
import type * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { charactersAtOnce, parseInStretches } from '../json/parse-in-stretches.ts';
import { maxJsonEntries, maxJsonValueLength, scanInStretches } from '../json/scan-json.ts';
import { createInvalidBodyProblem, createTooLargeProblem } from './problems.ts';
import type { RouteContext } from './route.ts';

const isJson = (mediaType: string) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(mediaType);

/**
 * A parsed JSON body, or the error response for a body that is too large, of the wrong media type, not JSON, or nested too
 * deep.
 */
type JsonBody = { value: unknown } | Response;

/**
 * Creates a function that reads the JSON body of a request.
 * @param subject names the body in errors, such as "A note".
 * @param maxBytes the maximum size of the body.
 */
export function createJsonBodyReader(
  subject: string,
  maxBytes: number,
): (context: RouteContext) => Promise<JsonBody> {
  const checkSize = bodyLimit({
    maxSize: maxBytes,
    onError: () =>
      createTooLargeProblem(413, `The request body must have at most ${maxBytes} bytes.`),
  });
  return async (context) => {
    const tooLarge = await checkSize(context, async () => {});
    if (tooLarge) return tooLarge;
    if (!isJson(context.req.header('Content-Type') ?? '')) {
      return createInvalidBodyProblem(
        415,
        `${subject} must be sent with the content type application/json.`,
      );
    }
    const text = await context.req.text();
    const { refusal, longParts } = await scanInStretches(text, {
      maxEntries: maxJsonEntries,
      maxValueLength: maxJsonValueLength,
      longPart: charactersAtOnce,
    });
    if (refusal !== null) return createInvalidBodyProblem(422, `The body ${refusal}.`);
    try {
      return { value: await parseInStretches(text, longParts) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return createInvalidBodyProblem(400, 'The body is not JSON.');
    }
  };
}

/**
 * The decoded value of a body, or the error response that names the first fault if it does not match the schema.
 * @param path where the value is in the body; empty for the body itself.
 */
export function decodeBody<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  path = '',
): v.InferOutput<S> | Response {
  const decoded = decode(schema, value);
  if (decoded.ok) return decoded.value;
  const parameter = decoded.path.replace(path === '' ? /^\$\.?/ : '$', () => path) || 'body';
  const fault = { parameter, message: decoded.reason };
  return createInvalidBodyProblem(422, `${parameter}: ${decoded.reason}.`, [fault]);
}
