import { expect, it } from 'vitest';
import { temporaryFolder } from './harness.ts';
import { startHostProcess } from './host-process.ts';

it.each(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL'] as const)(
  'a host hit by %s ends by it at once, and says that it died',
  async (signal) => {
    const host = await startHostProcess(await temporaryFolder());
    await host.end(signal);
    const { output, ...ending } = await host.ending();
    expect(ending).toEqual({ code: null, signal });
    expect(output).toContain('ended without closing its store');
  },
);

it('a host that is stopped says nothing of the kind', async () => {
  const host = await startHostProcess(await temporaryFolder());
  await host.end('SIGTERM');
  const { output, ...ending } = await host.ending();
  expect(ending).toEqual({ code: 0, signal: null });
  expect(output).not.toContain('ended without closing its store');
});
