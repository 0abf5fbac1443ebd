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
 * Creates a function that reads the JSON body of a request. It throws a ProblemError if the body is too large, of the
 * wrong media type, not JSON, or nested too deep.
 * @param subject names the body in errors, such as "A note".
 * @param maxBytes the maximum size of the body.
 */
export function createJsonBodyReader(
  subject: string,
  maxBytes: number,
): (context: RouteContext) => Promise<unknown> {
  const checkSize = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw createTooLargeProblem(413, `The request body must have at most ${maxBytes} bytes.`);
    },
  });
  return async (context) => {
    await checkSize(context, async () => {});
    if (!isJson(context.req.header('Content-Type') ?? '')) {
      throw createInvalidBodyProblem(
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
    if (refusal !== null) throw createInvalidBodyProblem(422, `The body ${refusal}.`);
    try {
      return await parseInStretches(text, longParts);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw createInvalidBodyProblem(400, 'The body is not JSON.');
    }
  };
}

/**
 * The decoded value of a body. @throws ProblemError that names the first fault if it does not match the schema
 * @param path where the value is in the body; empty for the body itself.
 */
export function decodeBody<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  path = '',
): v.InferOutput<S> {
  const decoded = decode(schema, value);
  if (decoded.ok) return decoded.value;
  const parameter = decoded.path.replace(path === '' ? /^\$\.?/ : '$', () => path) || 'body';
  const fault = { parameter, message: decoded.reason };
  throw createInvalidBodyProblem(422, `${parameter}: ${decoded.reason}.`, [fault]);
}
