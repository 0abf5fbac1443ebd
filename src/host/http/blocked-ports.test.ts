import { expect, it } from 'vitest';
import { blockedPorts } from './blocked-ports.ts';

it('every blocked port is one that fetch does not connect to', async () => {
  for (const port of blockedPorts) {
    const error = await fetch(`http://127.0.0.1:${port}/`).catch((cause: unknown) => cause);
    expect(error, `port ${port}`).toMatchObject({ cause: { message: 'bad port' } });
  }
});
