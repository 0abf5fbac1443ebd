import { randomBytes } from 'node:crypto';
import type { ScanRunner } from '../../service/scans/scan-runner.ts';
import type { Service } from '../../service/service.ts';
import type { Store } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';
import type { CommandContext, CommandOptions } from './command.ts';
import { type CommandName, commands, type Requests, type Results } from './commands.ts';

/** Carries out an operator's commands on a store, in this process or through the host that has the store open. */
export interface Administration {
  run<N extends CommandName>(
    name: N,
    request: Requests[N],
    options?: CommandOptions,
  ): Promise<Results[N]>;
}

/** Returns a function that creates a service over the store on its first call, and later returns that service. */
function createServiceLoader(store: Store, clock: () => number): () => Promise<Service> {
  let service: Promise<Service> | null = null;
  return () => {
    service ??= import('../../service/app.ts').then(({ createService }) =>
      createService({
        store,
        clock,
        cursorSecret: randomBytes(32),
        mayUseSampleKeys: () => false,
        onError: ({ error }) => {
          throw error;
        },
      }),
    );
    return service;
  };
}

/** For a process that does not run scans. */
const refuseScans = async (): Promise<ScanRunner> => {
  throw new AdministrationError('This process does not run scans.');
};

/**
 * Carries out commands in this process.
 * @param settings by default, those of a process that serves no requests and stores the texts of answers. It creates a
 * service on the first command that reads from one.
 */
export function createAdministration(
  store: Store,
  settings: Partial<Omit<CommandContext, 'store'>> = {},
): Administration {
  const { clock = Date.now, isServing = false, keepsTexts = true } = settings;
  const { service = createServiceLoader(store, clock), scanRunner = refuseScans } = settings;
  const context = { store, clock, isServing, keepsTexts, service, scanRunner };
  return {
    run: async (name, request, options = {}) => commands[name].run(context, request, options),
  };
}
