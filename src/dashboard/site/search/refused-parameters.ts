import type { FilterParameter } from '../../../contract/parameters.ts';
import { problemTypes } from '../../../contract/problem.ts';
import { ApiError } from '../../api/errors.ts';
import { chosenValuesOf, filterOrder, filters, withChosen } from './filters.ts';
import { type TimelineSearch, withDates } from './search.ts';

/** Parameters that can be removed besides the filters, with the names shown to users. */
const otherParameters = { brandId: 'Brand', startDate: 'Start date', endDate: 'End date' } as const;
type RemovableParameter = FilterParameter | keyof typeof otherParameters;
const removableParameters: readonly RemovableParameter[] = [
  ...filterOrder,
  ...(Object.keys(otherParameters) as (keyof typeof otherParameters)[]),
];

const isOther = (name: RemovableParameter): name is keyof typeof otherParameters =>
  Object.hasOwn(otherParameters, name);
const isDate = (name: RemovableParameter) => name === 'startDate' || name === 'endDate';

const isSet = (search: TimelineSearch, name: RemovableParameter): boolean => {
  if (!isOther(name)) return chosenValuesOf(search, name).length > 0;
  return search[name] !== null || (isDate(name) && search.range !== null);
};

const removeParameter = (search: TimelineSearch, name: RemovableParameter): TimelineSearch => {
  if (!isOther(name)) return withChosen(search, name, []);
  if (!isDate(name)) return { ...search, [name]: null };
  // Dates may come from a rolling range.
  const { startDate, endDate } = search;
  return withDates(search, { startDate, endDate, [name]: null });
};

/**
 * Maps each refused parameter to the service's reason. If a brand was not found, every parameter that can name a brand
 * counts as refused, without a reason. The map is empty after other errors.
 */
function faultsOf(error: Error): ReadonlyMap<string, string | null> {
  if (!(error instanceof ApiError)) return new Map();
  if (error.kind === 'refused') {
    return new Map(error.faults.map(({ parameter, message }) => [parameter, message]));
  }
  if (error.problemType !== problemTypes.brandNotFound) return new Map();
  return new Map(['brand', 'competitorId', 'brandId'].map((name) => [name, null]));
}

/** A parameter that the service refused and that can be removed. */
export interface RefusedParameter {
  name: RemovableParameter;
  /** The name shown to users: "Tags", "Start date". */
  title: string;
  /** The service's reason; null if it gave none. */
  reason: string | null;
  removeFrom: (search: TimelineSearch) => TimelineSearch;
}

/** The parameters of a search that the service refused and that can be removed. */
export function refusedParametersIn(error: Error, search: TimelineSearch): RefusedParameter[] {
  const faults = faultsOf(error);
  return removableParameters
    .filter((name) => faults.has(name) && isSet(search, name))
    .map((name) => ({
      name,
      title: isOther(name) ? otherParameters[name] : filters[name].title,
      reason: faults.get(name) ?? null,
      removeFrom: (current) => removeParameter(current, name),
    }));
}
