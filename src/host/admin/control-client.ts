import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { ImportProgress } from '../../service/import/import.ts';
import type { Administration } from './administration.ts';
import { AdministrationError } from './administration-error.ts';
import type { CommandOptions } from './command.ts';
import { type CommandName, commands, type Requests, type Results } from './commands.ts';
import { socketPathOf } from './control-socket.ts';

const ControlEvent = v.object({
  progress: v.optional(ImportProgress),
  failed: v.optional(v.string()),
  done: v.optional(v.unknown()),
});

const hostStoppedMessage =
  'The host stopped before the command finished. Start the host, and check whether anything changed.';

const unknownCommandMessage =
  'The host that uses DATA_DIR runs an older version of Sightline, which does not know this command. Restart the host with the current version, then run the command again.';

/** How long the host may be silent, in milliseconds. A working host sends something every few seconds. */
const defaultMaxSilenceMs = 30_000;

const createSilenceError = (name: CommandName, ms: number) =>
  new AdministrationError(
    `The host that uses DATA_DIR has not responded for ${ms / 1000} s. It may be suspended or overloaded. ${commands[name].adviceAfterSilence}`,
  );

/** Whether a host listens on the socket: a socket left behind by a dead host refuses connections. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function sendCommand<N extends CommandName>(
  socketPath: string,
  name: N,
  body: Requests[N],
  { onProgress = () => {} }: CommandOptions,
): Promise<Results[N]> {
  const { result, maxSilenceMs = defaultMaxSilenceMs } = commands[name];
  const outgoing = request({ socketPath, path: `/${name}`, method: 'POST' });
  const failure = Promise.withResolvers<never>();

  const silenceTimer = setTimeout(
    () => failure.reject(createSilenceError(name, maxSilenceMs)),
    maxSilenceMs,
  );
  const exchange = async (): Promise<Results[N]> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve);
      outgoing.on('error', () => reject(new AdministrationError(hostStoppedMessage)));
      outgoing.end(JSON.stringify(body));
    });
    if (response.statusCode === 404) throw new AdministrationError(unknownCommandMessage);
    response.once('error', () => failure.reject(new AdministrationError(hostStoppedMessage)));
    for await (const line of createInterface({ input: response })) {
      silenceTimer.refresh();
      const event = v.parse(ControlEvent, JSON.parse(line));
      if (event.progress) onProgress(event.progress);
      if (event.failed !== undefined) throw new AdministrationError(event.failed);
      if (event.done !== undefined) return v.parse(result, event.done);
    }
    throw new AdministrationError(hostStoppedMessage);
  };
  try {
    return await Promise.race([exchange(), failure.promise]);
  } finally {
    clearTimeout(silenceTimer);
    outgoing.destroy();
  }
}

/**
 * Connects to the host that uses DATA_DIR; returns null if none is running. Commands fail with an AdministrationError
 * once the host has been silent for 30 seconds, or 60 during an import.
 */
export async function connectControl(dataDir: string): Promise<Administration | null> {
  const socketPath = socketPathOf(dataDir);
  if (!(await isListening(socketPath))) return null;
  return {
    run: (name, commandRequest, options = {}) =>
      sendCommand(socketPath, name, commandRequest, options),
  };
}
