import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import type { Brand } from '../../../contract/resources.ts';
import { createSessionStore } from '../../app/session/session.ts';
import { SiteContext } from '../../use-site.ts';
import { readSearch, type TimelineSearch } from '../search/search.ts';
import { BrandSelect } from './brand-select.tsx';

setUpBrowser();
const world = setUpService();
afterEach(cleanup);

const { acme, beta } = measured.brands;
const stranger = uuid(0x999);
const names = new Map([
  [acme, 'Acme'],
  [beta, 'Beta'],
  [stranger, 'Stranger'],
]);

/** A page whose report is about the requested brand; about Acme if no brand is requested or the report is by brand. */
function Page({ raw, isLoading = false }: { raw: Record<string, string>; isLoading?: boolean }) {
  const [search, setSearch] = useState<TimelineSearch>(() => readSearch(raw));
  const id = search.groupBy === 'brand' ? acme : (search.brandId ?? acme);
  const shownBrand: Brand | null = isLoading ? null : { id, name: names.get(id) ?? null };
  return (
    <>
      <output>{search.brandId ?? 'none requested'}</output>
      <button type="button" onClick={() => setSearch({ ...search, groupBy: 'region' })}>
        Region
      </button>
      <BrandSelect search={search} shownBrand={shownBrand} onSearch={setSearch} />
    </>
  );
}
function open(raw: Record<string, string>, isLoading = false) {
  const { client } = createSessionStore(world.signedIn('agency')).get();
  return render(
    <QueryClientProvider client={client}>
      <SiteContext value={{ siteId: measured.siteId, clientId: null }}>
        <Page raw={raw} isLoading={isLoading} />
      </SiteContext>
    </QueryClientProvider>,
  );
}
const findSelect = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Brand' });
const findShownBrand = async () => (await findSelect()).selectedOptions[0]?.textContent;
const findOptions = async () =>
  within(await findSelect())
    .getAllByRole('option')
    .map((option) => option.textContent);

describe('the brand of a timeline', () => {
  it('cannot be chosen, and the list of brands is not requested, while the report is by brand', async () => {
    const user = userEvent.setup();
    open({});
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(world.calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Region' }));
    await screen.findByRole('option', { name: 'Beta' });
  });

  it('is the tracked one unless another is requested', async () => {
    const user = userEvent.setup();
    open({ groupBy: 'platform' });
    await screen.findByRole('option', { name: 'Beta' });
    expect(await findOptions()).toEqual(['Acme (tracked)', 'Beta', 'gamma']);
    await user.selectOptions(await findSelect(), 'Beta');
    expect(screen.getByText(beta)).toBeTruthy();
    expect(await findOptions()).toEqual(['Acme (tracked)', 'Beta', 'gamma']);
    await user.selectOptions(await findSelect(), 'Acme (tracked)');
    expect(screen.getByText('none requested')).toBeTruthy();
  });

  it('can be requested before the tracked one is known', async () => {
    const user = userEvent.setup();
    open({ groupBy: 'platform', brandId: beta });
    await screen.findByRole('option', { name: 'Acme' });
    expect(await findOptions()).toEqual(['Tracked', 'Acme', 'Beta', 'gamma']);
    expect(await findShownBrand()).toBe('Beta');
    await user.selectOptions(await findSelect(), 'Tracked');
    expect(screen.getByText('none requested')).toBeTruthy();
    expect(await findShownBrand()).toBe('Acme (tracked)');
  });

  it('remains an option, marked as not listed, if the service does not list it', async () => {
    open({ groupBy: 'platform', brandId: stranger });
    await screen.findByRole('option', { name: 'Stranger (not listed)' });
    expect(await findShownBrand()).toBe('Stranger (not listed)');
    cleanup();
    open({ groupBy: 'platform', brandId: stranger }, true);
    await screen.findByRole('option', { name: `${stranger} (not listed)` });
  });

  it('is shown even if it is the only option', async () => {
    world.override(
      http.get('*/v1/sites/:siteId/filters', () =>
        HttpResponse.json({ brands: [{ id: acme, label: 'Acme' }] }),
      ),
    );
    open({ groupBy: 'region' });
    expect(await findShownBrand()).toBe('Acme (tracked)');
    expect(await findOptions()).toEqual(['Acme (tracked)']);
  });

  it('can be chosen after a retry if the list of brands could not be loaded', async () => {
    const user = userEvent.setup();
    let isFailing = true;
    world.override(
      http.get('*/v1/sites/:siteId/filters', () =>
        isFailing
          ? HttpResponse.json({ message: 'No.' }, { status: 400 })
          : HttpResponse.json({ brands: [{ id: beta, label: 'Beta' }] }),
      ),
    );
    open({ groupBy: 'region' });
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    isFailing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('option', { name: 'Beta' });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
