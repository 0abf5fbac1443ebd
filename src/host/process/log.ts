import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger, pino } from 'pino';

const secretNames = ['authorization', 'cookie', 'set-cookie', 'apiKey', 'key', 'search', 'query'];

/**
 * Creates a logger that writes JSON lines, by default to standard output. Keys, cookies and queries must not be logged:
 * if a field with such a name is passed in by mistake, its value is redacted, up to two levels below the top.
 */
export const createLog = (destination?: DestinationStream): Logger =>
  pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );

/** A line that may be logged thousands of times a second. */
interface RepeatedLine {
  level: 'info' | 'error';
  message: string;
  fields: object;
  /** Lines with the same level, message and `repeatKey` count as repeats. */
  repeatKey: string;
}

const windowMs = 10_000;
/** The maximum number of kinds of lines counted at once. The least recently used kind makes room for a new one. */
const maxKinds = 100;

/** Identifies a failure by the error's name and message, whatever the request was. */
export const kindOfError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/**
 * Creates a function that writes the first of several equal lines immediately, and their repeats within ten seconds as
 * one more line, with the number of repeats as `repeated`.
 */
export function createDeduplicatedLog(log: Logger): (line: RepeatedLine) => void {
  const counts = new LRUCache<string, { repeated: number }>({ max: maxKinds });
  return ({ level, message, fields, repeatKey }) => {
    const kind = `${level} ${message} ${repeatKey}`;
    const openWindow = counts.get(kind);
    if (openWindow !== undefined) {
      openWindow.repeated += 1;
      return;
    }
    log[level](fields, message);
    const count = { repeated: 0 };
    counts.set(kind, count);
    const endWindow = () => {
      if (counts.peek(kind) === count) counts.delete(kind);
      if (count.repeated > 0) log[level]({ ...fields, repeated: count.repeated }, message);
    };
    setTimeout(endWindow, windowMs).unref();
  };
}
