import { type DestinationStream, type Logger, pino } from 'pino';

const secretNames = ['authorization', 'cookie', 'set-cookie', 'apiKey', 'key', 'search', 'query'];

/** JSON lines on the standard output. Keys, cookies, queries and bodies are never passed in; were one, it is taken out. */
export const createLog = (destination?: DestinationStream): Logger =>
  pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
