import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitOptions } from '../setup/wait-options.ts';
import { createTemporaryFolder, openHost, openRemoteService, startTestHost } from './harness.ts';

describe('stopping the host', () => {
  it('lets open calls finish and accepts no new ones', async () => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const remoteService = await openRemoteService(async () => {
      arrived.resolve();
      await released.promise;
      return { status: 200, body: '{"data":[]}' };
    });
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const openCall = host.call({ path: '/v1/clients', headers: { authorization: 'Bearer k' } });
    await arrived.promise;

    const closed = host.close();
    await expect(host.call({ path: '/healthz' })).rejects.toThrow('ECONNREFUSED');
    released.resolve();
    expect(await openCall).toMatchObject({ status: 200, text: '{"data":[]}' });
    await closed;
  });

  it('does not wait for an idle connection', async () => {
    const host = await openHost();
    const { hostname, port } = new URL(host.url);
    const socket = connect(Number(port), hostname);
    const ended = new Promise((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.on('connect', resolve));
    await host.close();
    await ended;
  });
});

describe('/healthz', () => {
  const openHostWith = async (ready: () => Promise<void>) => {
    const host = await openHost(
      {},
      {
        backend: async () => ({
          service: { fetch: () => new Response() },
          ready,
          sampleKeys: [],
          hasOwnData: true,
          close: async () => {},
        }),
      },
    );
    const requestStatus = async () => (await host.call({ path: '/healthz' })).status;
    return { requestStatus };
  };

  it('returns 503 while the data cannot be reached, and 200 afterwards', async () => {
    let isReachable = true;
    const { requestStatus } = await openHostWith(async () => {
      if (!isReachable) throw new Error('away');
    });
    expect(await requestStatus()).toBe(200);
    isReachable = false;
    await vi.waitFor(async () => expect(await requestStatus()).toBe(503), waitOptions);
    isReachable = true;
    await vi.waitFor(async () => expect(await requestStatus()).toBe(200), waitOptions);
  });

  it('returns 503 to four hundred requests while a ping of the store hangs, without a second ping', async () => {
    const ready = vi.fn(() => new Promise<void>(() => {}));
    const { requestStatus } = await openHostWith(ready);
    expect(new Set(await Promise.all(Array.from({ length: 400 }, requestStatus)))).toEqual(
      new Set([503]),
    );
    expect(ready).toHaveBeenCalledTimes(1);
  });
});

describe('starting the host', () => {
  it.each([{ SAMPLE: 'off' }, { HOST: '0.0.0.0' }])(
    'does not create sample data with %o',
    async (environment) => {
      const host = await startTestHost({ DATA_DIR: await createTemporaryFolder(), ...environment });
      expect(host.sampleKeys).toEqual([]);
    },
  );

  it('does not open a store with SERVICE_URL', async () => {
    const DATA_DIR = await createTemporaryFolder();
    await startTestHost({ DATA_DIR, SERVICE_URL: 'http://127.0.0.1:10' });
    expect((await readdir(DATA_DIR)).sort()).toEqual(['session-secret', 'store.json']);
  });

  it('fails if its port is in use, with an error that says what to do', async () => {
    const otherServer = createServer();
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => void otherServer.close(() => resolve())));
    const address = otherServer.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    await expect(
      startTestHost({
        PORT: port,
        DATA_DIR: await createTemporaryFolder(),
        SERVICE_URL: 'http://127.0.0.1:10',
      }),
    ).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use: stop the process that uses it, or set PORT to another port.`,
    );
  });

  it('fails without a built dashboard, before it opens a store', async () => {
    const DATA_DIR = await createTemporaryFolder();
    const dist = await createTemporaryFolder();
    await expect(startTestHost({ DATA_DIR }, dist)).rejects.toThrow('npm run build');
    expect(await readdir(DATA_DIR)).not.toContain('clickhouse');
  });
});
