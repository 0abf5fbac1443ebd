import { queryOptions } from '@tanstack/react-query';
import { measuringPath } from '../../../contract/endpoints/discovery.ts';
import { MeasuringReport } from '../../../contract/sightline/resources.ts';
import { get } from '../get.ts';

/** Milliseconds between two requests while sites are pending. */
const pollingInterval = 15_000;

/** Whether some sites have yet to be measured again. */
export const isMeasuring = ({ sites, measured }: MeasuringReport): boolean =>
  (measured ?? 0) < (sites ?? 0);

/** How many sites have been measured again, polled until all have been. Needs the capability `measuring`. */
export const measuringQuery = () =>
  queryOptions({
    queryKey: ['measuring'],
    queryFn: (context) => get(context, MeasuringReport, measuringPath),
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data && !isMeasuring(data) ? false : pollingInterval,
  });
