import { queryOptions } from '@tanstack/react-query';
import { createLimiter } from '../../api/limiter.ts';
import { clientFiguresKey } from '../../api/portfolio-queries.ts';
import type { ClientFigures } from './figures.ts';
import { readFigures } from './read-figures.ts';

/** The figures of at most four clients load at a time. Each client's requests are sent one after another. */
const limiter = createLimiter(4);

/** A client's figures. Cancelled, even while queued, once nothing on screen needs them. */
export const figuresQuery = (clientId: string) =>
  queryOptions({
    queryKey: clientFiguresKey(clientId),
    queryFn: (context): Promise<ClientFigures> =>
      limiter(context.signal, () =>
        readFigures(context, clientId, new Date().toISOString().slice(0, 10)),
      ),
    staleTime: 300_000,
  });
