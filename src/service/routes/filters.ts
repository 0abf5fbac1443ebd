import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import type { BrandMention } from '../../contract/enums.ts';
import type { LabelledValue } from '../../contract/fields.ts';
import { filterOptionsParameters, readQuery } from '../../contract/parameters.ts';
import type { FilterOptions } from '../../contract/resources.ts';
import type { BrandRecord } from '../store/records.ts';
import type { FilterValues } from '../store/store.ts';
import { describePlatform, describeRegion, sortPlatforms, sortRegions } from './labels.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import { type Route, readPathId, searchOf } from './route.ts';

const collator = new Intl.Collator('en');

const compareLabels = (a: LabelledValue, b: LabelledValue) =>
  collator.compare(a.label ?? a.value, b.label ?? b.value) ||
  (a.value < b.value ? -1 : Number(a.value > b.value));

/** Sorts options by label. Lists a value once even if it has several labels, and leaves out the empty value. */
function toOptions(values: readonly LabelledValue[]): LabelledValue[] {
  const listed = new Map<string, LabelledValue>();
  for (const option of [...values].sort(compareLabels)) {
    if (option.value !== '' && !listed.has(option.value)) listed.set(option.value, option);
  }
  return [...listed.values()];
}

const toPlainOptions = (values: readonly string[]) =>
  toOptions(values.map((value) => ({ value, label: value })));

/** Keeps the store's order: the tracked brand, then competitors by name. Leaves out discovered brands. */
function toBrandOptions(brands: readonly BrandRecord[], presentIds: readonly string[] | null) {
  return brands
    .filter((brand) => brand.role !== 'discovered')
    .filter((brand) => presentIds === null || presentIds.includes(brand.id))
    .map((brand) => ({ id: brand.id, label: brand.name }));
}

function toMentionOptions(
  trackedBrand: BrandRecord | undefined,
  presentMentions: readonly boolean[],
) {
  if (!trackedBrand) return [];
  const options: { mentionsTracked: boolean; value: BrandMention; label: string }[] = [
    {
      mentionsTracked: true,
      value: 'mentions_tracked_brand',
      label: `Mentions ${trackedBrand.name}`,
    },
    {
      mentionsTracked: false,
      value: 'does_not_mention_tracked_brand',
      label: `Does not mention ${trackedBrand.name}`,
    },
  ];
  return options
    .filter(({ mentionsTracked }) => presentMentions.includes(mentionsTracked))
    .map(({ value, label }) => ({ value, label }));
}

function toFilterOptions(
  scanId: string | null,
  brands: readonly BrandRecord[],
  filterValues: FilterValues,
): FilterOptions {
  const trackedBrand = brands.find((brand) => brand.role === 'tracked');
  return {
    scanId,
    regions: sortRegions(filterValues.regions).map(describeRegion),
    models: sortPlatforms(filterValues.platforms).map(describePlatform),
    ...plainClassifications.byField((field) => toPlainOptions(filterValues[field])),
    categories: toPlainOptions(filterValues.categories),
    ...labelledClassifications.byField((field) => toOptions(filterValues[field])),
    brands: toBrandOptions(brands, filterValues.brandIds),
    brandMentions: toMentionOptions(trackedBrand, filterValues.mentionsTracked),
  };
}

/** GET /v1/sites/{siteId}/filters: the values by which reports of a site, or of one scan, can be filtered. */
export const filtersRoute: Route =
  ({ store }) =>
  async (context) => {
    const { query, faults } = readQuery(filterOptionsParameters, searchOf(context));
    if (faults.length > 0) throw createInvalidParametersProblem(faults);

    const { tenant } = context.get('access');
    const siteId = readPathId(context, 'siteId');
    if (siteId === null) throw createNotFoundProblem('site');
    const [details, filterValues] = await Promise.all([
      store.site(tenant, siteId),
      store.filterValues(tenant, siteId, query.scanId, context.req.raw.signal),
    ]);
    if (!details) throw createNotFoundProblem('site');
    if (!filterValues) throw createNotFoundProblem('scan');
    return context.json(toFilterOptions(query.scanId, details.brands, filterValues));
  };
