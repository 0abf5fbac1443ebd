const names = ['CLOCK_OFFSET', 'NODE_OPTIONS', 'TZ'] as const;

/** How far `npm run soak -- clock` shifts the clock, in milliseconds; 0 in all other runs. */
export const clockOffset = Number(process.env['CLOCK_OFFSET'] ?? 0);

/** What a process with an environment of its own needs to have the same clock and zone as this one. */
export const clockEnvironment: NodeJS.ProcessEnv =
  clockOffset === 0 ? {} : Object.fromEntries(names.map((name) => [name, process.env[name]]));
