import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { browserWorld } from '../../../../tests/setup/dashboard.tsx';
import { serviceWorld } from '../../../../tests/setup/service-world.ts';
import type { Brand } from '../../../contract/resources.ts';
import { createSessionStore } from '../../session/session.ts';
import { readSearch, type TimelineSearch } from '../question/search.ts';
import { BrandSelect } from './brand-select.tsx';

browserWorld();
const world = serviceWorld();
afterEach(cleanup);

const { acme, beta } = measured.brands;
const stranger = uuid(0x999);
const names = new Map([
  [acme, 'Acme'],
  [beta, 'Beta'],
  [stranger, 'Stranger'],
]);

/** Like the page, has a report of the requested brand, or of Acme if none is requested. */
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
      <BrandSelect
        siteId={measured.siteId}
        search={search}
        shownBrand={shownBrand}
        onSearch={setSearch}
      />
    </>
  );
}
function open(raw: Record<string, string>, isLoading = false) {
  const { client } = createSessionStore(world.signedIn('agency')).get();
  return render(
    <QueryClientProvider client={client}>
      <Page raw={raw} isLoading={isLoading} />
    </QueryClientProvider>,
  );
}
const select = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Brand' });
const shown = async () => (await select()).selectedOptions[0]?.textContent;
const options = async () =>
  within(await select())
    .getAllByRole('option')
    .map((option) => option.textContent);

describe('the brand of a timeline', () => {
  it('can be chosen only for a report by platform or region; a report by brand sends no request', async () => {
    const user = userEvent.setup();
    open({});
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(world.calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Region' }));
    await screen.findByRole('option', { name: 'Beta' });
  });

  it('is the tracked one by default, which is not written to the address', async () => {
    const user = userEvent.setup();
    open({ groupBy: 'platform' });
    await screen.findByRole('option', { name: 'Beta' });
    expect(await options()).toEqual(['Acme (tracked)', 'Beta', 'gamma']);
    await user.selectOptions(await select(), 'Beta');
    expect(screen.getByText(beta)).toBeTruthy();
    expect(await options()).toEqual(['Acme (tracked)', 'Beta', 'gamma']);
    await user.selectOptions(await select(), 'Acme (tracked)');
    expect(screen.getByText('none requested')).toBeTruthy();
  });

  it('can be requested before the tracked one is known', async () => {
    const user = userEvent.setup();
    open({ groupBy: 'platform', brandId: beta });
    await screen.findByRole('option', { name: 'Acme' });
    expect(await options()).toEqual(['Tracked', 'Acme', 'Beta', 'gamma']);
    expect(await shown()).toBe('Beta');
    await user.selectOptions(await select(), 'Tracked');
    expect(screen.getByText('none requested')).toBeTruthy();
    expect(await shown()).toBe('Acme (tracked)');
  });

  it('remains an option, marked as not listed, if the service does not list it', async () => {
    open({ groupBy: 'platform', brandId: stranger });
    await screen.findByRole('option', { name: 'Stranger (not listed)' });
    expect(await shown()).toBe('Stranger (not listed)');
    cleanup();
    open({ groupBy: 'platform', brandId: stranger }, true);
    await screen.findByRole('option', { name: `${stranger} (not listed)` });
  });

  it('is still shown when it is the only one', async () => {
    world.override(
      http.get('*/v1/sites/:siteId/filters', () =>
        HttpResponse.json({ brands: [{ id: acme, label: 'Acme' }] }),
      ),
    );
    open({ groupBy: 'region' });
    expect(await shown()).toBe('Acme (tracked)');
    expect(await options()).toEqual(['Acme (tracked)']);
  });

  it('can be chosen after a retry if the others could not be loaded', async () => {
    const user = userEvent.setup();
    let broken = true;
    world.override(
      http.get('*/v1/sites/:siteId/filters', () =>
        broken
          ? HttpResponse.json({ message: 'No.' }, { status: 400 })
          : HttpResponse.json({ brands: [{ id: beta, label: 'Beta' }] }),
      ),
    );
    open({ groupBy: 'region' });
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('option', { name: 'Beta' });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
