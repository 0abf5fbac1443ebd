import { randomUUID } from 'node:crypto';
import {
  BrandPatch,
  countAliases,
  maxSetupAliases,
  maxSetupBrands,
  SetupBrandRequest,
} from '../../contract/sightline/setup.ts';
import {
  adoptDiscovered,
  findBrandFaults,
  hasOtherAliases,
  type ListedBrand,
  toBrandRecord,
  toPatch,
  toRemoval,
} from '../setup/setup-records.ts';
import type { StoredSetup } from '../setup/stored-setup.ts';
import type { BrandRecord } from '../store/records.ts';
import { readChange, refuseEntry, refuseFaults, refuseUsedIds } from './changes.ts';
import { createNotFoundProblem, createTooManyRecordsProblem } from './problems.ts';
import { type Route, readPathId } from './route.ts';
import { toSetupBrand } from './setup.ts';
import { changeSetup } from './setup-change.ts';

const allBrandsOf = ({ brands, discovered }: StoredSetup): readonly BrandRecord[] => [
  ...brands,
  ...discovered,
];

/** @throws ProblemError with a 404 if the site has no such brand. */
function requireBrand(stored: StoredSetup, id: string | null): BrandRecord {
  const brand = allBrandsOf(stored).find((candidate) => candidate.id === id);
  if (!brand) throw createNotFoundProblem('brand');
  return brand;
}

/** @throws ProblemError if a brand does not fit the others of its site, or if the site has no room for it. */
async function refuseMisfit(stored: StoredSetup, brand: ListedBrand): Promise<void> {
  const allBrands = allBrandsOf(stored);
  const others = allBrands.filter(({ id }) => id !== brand.id);
  refuseEntry(others.length, await findBrandFaults([...others, brand], allBrands));
  if (brand.role === 'discovered') return;
  if (others.filter(({ role }) => role !== 'discovered').length < maxSetupBrands) return;
  const limit = `A site can have at most ${maxSetupBrands} brands that are tracked or competitors.`;
  throw createTooManyRecordsProblem(limit);
}

/** @throws ProblemError if a brand would get more aliases, and its site more than it can have. */
function refuseAliases(
  { brands }: StoredSetup,
  brand: { id: string; aliases: readonly string[] | null },
): void {
  const before = countAliases(brands);
  const after = countAliases([...brands.filter(({ id }) => id !== brand.id), brand]);
  if (after <= maxSetupAliases || after <= before) return;
  const limit = `must be fewer: the brands of a site can have at most ${maxSetupAliases.toLocaleString('en')} in all`;
  refuseFaults([{ parameter: 'aliases', message: limit }]);
}

/** POST /sightline/v1/sites/{siteId}/brands: adds a brand. */
export const addBrandRoute: Route = (options) => async (context) => {
  const body = await readChange(SetupBrandRequest, context);
  let brandId = body.id ?? randomUUID();
  return changeSetup(options, context, {
    detail: () => `brand ${brandId}`,
    async plan(stored) {
      await refuseUsedIds(options.store, [body.id]);
      const [adopted] = await adoptDiscovered([body], stored.discovered);
      brandId = adopted?.id ?? brandId;
      const brand = { ...body, id: brandId };
      await refuseMisfit(stored, brand);
      refuseAliases(stored, brand);
      const record = toBrandRecord(stored.site.id, brand);
      return { records: [{ path: '', record }], changedBrandIds: [brandId] };
    },
    respond: (stored) => context.json(toSetupBrand(requireBrand(stored, brandId)), 201),
  });
};

/** PATCH /sightline/v1/sites/{siteId}/brands/{brandId}: changes the given fields of a brand. */
export const changeBrandRoute: Route = (options) => async (context) => {
  const body = await readChange(BrandPatch, context);
  const brandId = readPathId(context, 'brandId');
  return changeSetup(options, context, {
    detail: () => `brand ${brandId}`,
    async plan(stored) {
      const brand = requireBrand(stored, brandId);
      if (Object.keys(body).length === 0) return { records: [] };
      const { wholeHosts, ...fields } = body;
      const { name = brand.name, role = brand.role, aliases = brand.aliases } = body;
      const { domains = brand.domains } = body;
      await refuseMisfit(stored, { id: brand.id, name, role, domains, wholeHosts });
      if (role !== 'discovered') refuseAliases(stored, { id: brand.id, aliases });
      const changesAliases = hasOtherAliases({ name, aliases }, brand);
      return {
        records: [{ path: '', record: toPatch('brand', brand.id, fields) }],
        changedBrandIds: changesAliases ? [brand.id] : [],
      };
    },
    respond: (stored) => context.json(toSetupBrand(requireBrand(stored, brandId))),
  });
};

/** DELETE /sightline/v1/sites/{siteId}/brands/{brandId}: deletes a brand with its mentions. */
export const deleteBrandRoute: Route = (options) => async (context) => {
  const brandId = readPathId(context, 'brandId');
  return changeSetup(options, context, {
    detail: () => `brand ${brandId}`,
    async plan(stored) {
      const { id } = requireBrand(stored, brandId);
      return { records: [{ path: '', record: toRemoval('brand', id) }], changedBrandIds: [id] };
    },
    respond: () => context.body(null, 204),
  });
};
