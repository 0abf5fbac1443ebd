import { queryOptions } from '@tanstack/react-query';
import { utcDay } from '../../../contract/dates/days.ts';
import { createLimiter } from '../../api/limiter.ts';
import { clientFiguresKey } from '../../api/portfolio-queries.ts';
import type { ClientFigures } from './figures.ts';
import { readFigures } from './read-figures.ts';

/** The figures of at most four clients load at a time. Each client's sites are read one after another. */
const limiter = createLimiter(4);

/**
 * Reads a client's figures. A read is cancelled, even while queued, once nothing on screen needs the figures.
 * @param capabilities what the service offers beyond v1
 */
export const figuresQuery = (clientId: string, capabilities: readonly string[]) =>
  queryOptions({
    queryKey: clientFiguresKey(clientId),
    queryFn: (context): Promise<ClientFigures> =>
      limiter(context.signal, () =>
        readFigures(context, clientId, utcDay(Date.now()), capabilities),
      ),
    staleTime: 300_000,
  });
