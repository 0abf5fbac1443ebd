import { describe, expect, it, vi } from 'vitest';
import { CatalogueCache, sizeOfCatalogue } from './catalogue-cache.ts';
import type { SiteCatalogue } from './site-catalogue.ts';

const tenant = { accountId: 'account', clientId: null };

const catalogueOf = (siteId: string, { brands = 0, scans = 0 }): SiteCatalogue => ({
  details: {
    site: {
      id: siteId,
      accountId: 'account',
      clientId: null,
      name: '',
      url: '',
      active: true,
      collection: null,
      createdAt: 0,
      updatedAt: 0,
    },
    brands: Array.from({ length: brands }, (_, n) => ({
      id: String(n),
      siteId,
      name: `Brand ${n}`,
      aliases: ['x'.repeat(1_000)],
      domains: [],
      role: 'competitor' as const,
    })),
  },
  renamedRegions: new Map(),
  brandIdOf: new Map(),
  brandNumberOf: new Map(),
  scans: Array.from({ length: scans }, (_, n) => ({
    id: String(n),
    status: 'completed',
    number: n,
    date: '2026-01-01',
    completedAt: n,
    import: 1,
    textsImport: 1,
  })),
  imports: [1],
});

const createReader = (catalogue: SiteCatalogue | null) => vi.fn(async () => catalogue);

describe('the cache of catalogues', () => {
  it('reads a catalogue once per tenant, site and version', async () => {
    const cache = new CatalogueCache();
    const read = createReader(catalogueOf('a', {}));
    await Promise.all([1, 2, 3].map(() => cache.get(tenant, 'a', 1, read)));
    await cache.get(tenant, 'a', 1, read);
    expect(read).toHaveBeenCalledTimes(1);
    await cache.get({ ...tenant, clientId: 'client' }, 'a', 1, read);
    await cache.get(tenant, 'b', 1, read);
    await cache.get(tenant, 'a', 2, read);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it.each([
    ['1,000 brands', { brands: 1_000 }],
    ['10,000 scans', { scans: 10_000 }],
    ['neither brands nor scans', {}],
  ])('stays within its limit for sites with %s', async (_, contents) => {
    const catalogueSize = sizeOfCatalogue(catalogueOf('x', contents));
    const cache = new CatalogueCache(10.5 * catalogueSize);
    for (let n = 0; n < 100; n += 1) {
      await cache.get(tenant, `${n}`, 1, createReader(catalogueOf(`${n}`, contents)));
    }
    expect(cache.bytes).toBeLessThanOrEqual(10.5 * catalogueSize);
    expect(cache.bytes).toBeGreaterThan(9 * catalogueSize);
  });

  it('counts the names, aliases and domains of brands', () => {
    const sizeWith = (fields: { name?: string; aliases?: string[]; domains?: string[] }) => {
      const { details, ...otherFields } = catalogueOf('x', { brands: 1 });
      const brands = details.brands.map((brand) => ({ ...brand, ...fields }));
      return sizeOfCatalogue({ ...otherFields, details: { ...details, brands } });
    };
    const long = 'x'.repeat(5_000);
    const minSize = sizeWith({}) + 8_000;
    expect(sizeWith({ name: long })).toBeGreaterThan(minSize);
    expect(sizeWith({ aliases: [long] })).toBeGreaterThan(minSize - 2_000);
    expect(sizeWith({ domains: [long] })).toBeGreaterThan(minSize);
  });

  it('counts sites that do not exist towards its limit', async () => {
    const cache = new CatalogueCache(100_000);
    for (let n = 0; n < 1_000; n += 1) await cache.get(tenant, `${n}`, 1, createReader(null));
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
    expect(cache.bytes).toBeGreaterThan(90_000);
  });

  it('reads again after a failure', async () => {
    const cache = new CatalogueCache();
    const failToRead = () => Promise.reject(new Error('away'));
    await expect(cache.get(tenant, 'a', 1, failToRead)).rejects.toThrow('away');
    const read = createReader(null);
    expect(await cache.get(tenant, 'a', 1, read)).toBeNull();
    expect(read).toHaveBeenCalledTimes(1);
  });
});
