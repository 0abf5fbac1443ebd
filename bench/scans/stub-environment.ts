import { adapters } from '../../src/service/platforms/adapters.ts';
import type { RemoteStubs } from '../../tests/platforms/stub-server.ts';

/** The variables with which a host asks stubs instead of the platforms. */
export const environmentOf = ({ baseUrlOf }: RemoteStubs): Record<string, string> =>
  Object.fromEntries(
    adapters.flatMap(({ keyVariable, baseUrlVariable, platforms: [id] }) =>
      id === undefined
        ? []
        : [
            [keyVariable, 'bench-key'],
            [baseUrlVariable, baseUrlOf(id)],
          ],
    ),
  );
