import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger, pino } from 'pino';

const secretNames = ['authorization', 'cookie', 'set-cookie', 'apiKey', 'key', 'search', 'query'];

/** JSON lines on the standard output. Keys, cookies, queries and bodies are never passed in; if one were, it is removed. */
export const createLog = (destination?: DestinationStream): Logger =>
  pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );

/** A line that may come thousands of times a second. */
export interface RepeatedLine {
  level: 'info' | 'error';
  message: string;
  fields: object;
  /** What makes two lines of one message the same. */
  sameBy: string;
}

const windowMs = 10_000;
/** Kinds of lines that are counted at the same time; one more has the oldest counted from the start. */
const kindsAtMost = 100;

/** What makes two failures the same: the error's kind and text, whatever was asked. */
export const kindOfError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/**
 * Writes the first of equal lines at once. How many more came within ten seconds is written as one line with
 * `repeated` after them.
 */
export function sampledLog(log: Logger): (line: RepeatedLine) => void {
  const counted = new LRUCache<string, { repeated: number }>({ max: kindsAtMost });
  return ({ level, message, fields, sameBy }) => {
    const kind = `${level} ${message} ${sameBy}`;
    const known = counted.get(kind);
    if (known !== undefined) {
      known.repeated += 1;
      return;
    }
    log[level](fields, message);
    const count = { repeated: 0 };
    counted.set(kind, count);
    const end = () => {
      if (counted.peek(kind) === count) counted.delete(kind);
      if (count.repeated > 0) log[level]({ ...fields, repeated: count.repeated }, message);
    };
    setTimeout(end, windowMs).unref();
  };
}
