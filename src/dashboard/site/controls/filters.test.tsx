import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { measured, unknownId, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
beforeEach(() => setWide(true));

/** Sets whether the window has room for the panel. */
function setWide(isWide: boolean): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

const { brands, prompts } = measured;
const filtersPath = '*/v1/sites/:siteId/filters';
const open = (search = '') =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, world.signedIn('agency'));
const findPanel = async () => within(await screen.findByRole('complementary', { name: 'Filters' }));
const findChips = async () =>
  within(await screen.findByRole('list', { name: 'Chosen filters' }))
    .getAllByRole('button', { name: /^Remove/ })
    .map((button) => button.textContent);
const lastTimelineCall = () =>
  world.calls.findLast((call) => call.includes('/reports/timeline')) ?? '';

/** Expands a group of the panel if it is collapsed. */
async function expand(user: ReturnType<typeof userEvent.setup>, title: string): Promise<void> {
  const toggle = await (await findPanel()).findByRole('button', { name: new RegExp(`^${title} `) });
  if (toggle.getAttribute('aria-expanded') === 'false') await user.click(toggle);
}

describe('the filters', () => {
  it.each([
    ['AI platforms', 'ChatGPT', 'platform=chatgpt_app'],
    ['Regions', 'Germany', 'region=DE'],
    ['Tags', 'price', 'tag=price'],
    ['Categories', 'buying', 'category=buying'],
    ['Products', 'Shoes', 'product=shoe'],
    ['Personas', 'Runner', 'persona=runner'],
    ['Brands', 'Beta', `brand=${brands.beta}`],
  ])('write %s: %s to the address and the request', async (group, option, query) => {
    const user = userEvent.setup();
    const { address } = open();
    await expand(user, group);
    await user.click((await findPanel()).getByRole('checkbox', { name: option }));
    await waitFor(() => expect(address()).toContain(`?${query}`));
    await waitFor(() => expect(lastTimelineCall()).toContain(`?${query}`));
    expect(await findChips()).toHaveLength(1);
    await user.click((await findPanel()).getByRole('checkbox', { name: option }));
    await waitFor(() => expect(address()).not.toContain('?'));
  });

  it('include the journey stage and whether prompts mention the brand', async () => {
    world.override(
      http.get(filtersPath, () =>
        HttpResponse.json({
          journeyStages: [{ value: 'buy', label: 'Buy' }],
          brandMentions: [{ value: 'does_not_mention_tracked_brand', label: 'Leaves it out' }],
        }),
      ),
    );
    const user = userEvent.setup();
    const { address } = open();
    await user.click(await (await findPanel()).findByRole('checkbox', { name: 'Buy' }));
    await expand(user, 'Brand in prompt');
    await user.click((await findPanel()).getByRole('radio', { name: 'Leaves it out' }));
    const query = 'stage=buy&brandMention=does_not_mention_tracked_brand';
    await waitFor(() => expect(lastTimelineCall()).toContain(`?${query}`));
    expect(address()).toContain(`?${query}`);
    await user.click((await findPanel()).getByRole('radio', { name: 'Any' }));
    await waitFor(() => expect(address()).not.toContain('brandMention'));
  });

  it('accept IDs of prompts and competitors, and show their names if known', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await expand(user, 'Prompts');
    const field = await (await findPanel()).findByLabelText('Prompt ID');
    await user.type(field, `${prompts.shoes.toUpperCase()}, nonsense{Enter}`);
    expect((await findPanel()).getByRole('alert').textContent).toContain(
      '“nonsense” is not a valid ID',
    );
    expect(field).toHaveProperty('value', `${prompts.shoes.toUpperCase()}, nonsense`);
    await user.clear(field);
    await user.type(field, `${prompts.shoes.toUpperCase()} ${unknownId}{Enter}`);
    await waitFor(() => expect(lastTimelineCall()).toContain(`promptId=${prompts.shoes}`));
    expect(await (await findPanel()).findByRole('button', { name: /running shoes/i })).toBeTruthy();
    expect(await (await findPanel()).findByText('not found')).toBeTruthy();
    await user.click(
      (await findPanel()).getByRole('button', { name: `Remove prompt ${unknownId}` }),
    );
    await waitFor(() => expect(address()).not.toContain(unknownId));

    await expand(user, 'Competitors');
    await user.type(
      await (await findPanel()).findByLabelText('Competitor ID'),
      `${brands.beta}{Enter}`,
    );
    await waitFor(() => expect(lastTimelineCall()).toContain(`competitorId=${brands.beta}`));
    expect(await findChips()).toContain('Competitor: Beta');
  });

  it('show unlisted values from the address, which can be removed', async () => {
    const user = userEvent.setup();
    const { address } = open('?tag=gone&region=ZZ');
    await expand(user, 'Tags');
    const gone = await (await findPanel()).findByRole('checkbox', { name: /gone/, checked: true });
    expect(gone.closest('label')?.textContent).toContain('not listed');
    expect((await findPanel()).getByRole('checkbox', { name: /No location/ })).toBeTruthy();
    expect(await findChips()).toEqual(['No location not listed', 'Tag: gone not listed']);
    expect(screen.getByRole('button', { name: 'Remove “Tag: gone”, not listed' })).toBeTruthy();
    await user.click(gone);
    await waitFor(() => expect(address()).toMatch(/\?region=ZZ$/));
  });

  it('write several values of a group in the service’s order', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await expand(user, 'Tags');
    for (const tag of ['price', 'fit']) {
      await user.click((await findPanel()).getByRole('checkbox', { name: tag }));
    }
    await waitFor(() => expect(address()).toMatch(/\?tag=fit&tag=price$/));
  });

  it('find options by part of a word, and count them', async () => {
    const user = userEvent.setup();
    open();
    await user.type(await (await findPanel()).findByLabelText('Find a filter'), 'RUNN');
    expect(await (await findPanel()).findByText('1 option found')).toBeTruthy();
    const options = (await findPanel()).getAllByRole('checkbox');
    expect(options.map((option) => option.closest('label')?.textContent)).toEqual(['Runner']);
  });

  it('have a search field in a group with many options', async () => {
    const tags = Array.from({ length: 500 }, (_, n) => ({ value: `t${n}`, label: `Tag ${n}` }));
    world.override(http.get(filtersPath, () => HttpResponse.json({ tags })));
    const user = userEvent.setup();
    open();
    await expand(user, 'Tags');
    expect((await findPanel()).getAllByRole('checkbox')).toHaveLength(500);
    await user.type((await findPanel()).getByLabelText('Find in tags'), '499');
    await waitFor(async () => expect((await findPanel()).getAllByRole('checkbox')).toHaveLength(1));
    await user.type((await findPanel()).getByLabelText('Find in tags'), '9');
    expect(await (await findPanel()).findByText('No matches for “4999”.')).toBeTruthy();
  });

  it('leave out groups without options, and accept unknown methods and missing names', async () => {
    world.override(
      http.get(filtersPath, () =>
        HttpResponse.json({
          tags: null,
          models: [
            { id: 'a', name: 'Robot', method: 'fax' },
            { id: 'b', name: null, method: 'web' },
          ],
        }),
      ),
    );
    open();
    const group = await (await findPanel()).findByRole('group', { name: 'Other' });
    expect(within(group).getByRole('checkbox', { name: 'Robot' })).toBeTruthy();
    expect((await findPanel()).getByRole('checkbox', { name: 'b' })).toBeTruthy();
    expect((await findPanel()).queryByRole('button', { name: /^Tags/ })).toBeNull();
  });

  it('show an error and the chosen values if loading fails, and load on a retry', async () => {
    let isFailing = true;
    world.override(
      http.get(filtersPath, () =>
        isFailing
          ? HttpResponse.json({ message: 'No list today.' }, { status: 400 })
          : HttpResponse.json({ tags: [{ value: 'price', label: 'Price' }] }),
      ),
    );
    const user = userEvent.setup();
    open('?tag=price');
    const alert = await (await findPanel()).findByRole('alert');
    expect(alert.textContent).toContain('No list today.');
    expect(
      (await findPanel()).getByRole('checkbox', { name: 'price', checked: true }),
    ).toBeTruthy();
    isFailing = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await (await findPanel()).findByRole('checkbox', { name: 'Price' })).toBeTruthy();
  });
});

describe('the chosen filters', () => {
  it('are removed one by one, moving focus to a neighbour, or all at once', async () => {
    const user = userEvent.setup();
    const { address } = open('?tag=price&platform=chatgpt_app&category=buying&metric=gap');
    await screen.findByRole('button', { name: 'Remove “ChatGPT”' });
    await user.click(screen.getByRole('button', { name: 'Remove “Tag: price”' }));
    await waitFor(() => expect(address()).not.toContain('tag='));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove “Category: buying”');
    await user.click(screen.getByRole('button', { name: 'Remove “Category: buying”' }));
    await waitFor(() => expect(address()).not.toContain('category='));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove “ChatGPT”');
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toMatch(/timeline\?metric=gap$/));
    expect(screen.queryByRole('list', { name: 'Chosen filters' })).toBeNull();
    expect(document.activeElement?.id).toBe('content');
  });

  it('move focus to the page’s content when the last one is removed', async () => {
    const user = userEvent.setup();
    open('?tag=price');
    await user.click(await screen.findByRole('button', { name: 'Remove “Tag: price”' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Chosen filters' })).toBeNull());
    expect(document.activeElement?.id).toBe('content');
  });
});

describe('the filters in a narrow window', () => {
  it('open in a drawer from a button that counts the chosen values', async () => {
    setWide(false);
    const user = userEvent.setup();
    const { address } = open('?tag=price');
    expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull();
    const trigger = await screen.findByRole('button', { name: 'Filters (1)' });
    await user.click(trigger);
    const drawer = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.click(await drawer.findByRole('checkbox', { name: 'ChatGPT' }));
    await waitFor(() => expect(address()).toContain('platform=chatgpt_app'));
    await user.click(drawer.getByRole('button', { name: 'Show results' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters (2)' }));
  });
});

describe('the filter drawer', () => {
  it('does not reopen by itself after the window has been wide', async () => {
    let matches = false;
    const listeners = new Set<() => void>();
    vi.stubGlobal('matchMedia', () => ({
      matches,
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }));
    const resize = (isWideNow: boolean) =>
      act(() => {
        matches = isWideNow;
        for (const listener of listeners) listener();
      });
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    expect(await screen.findByRole('dialog', { name: 'Filters' })).toBeTruthy();
    resize(true);
    expect(screen.getByRole('complementary', { name: 'Filters' })).toBeTruthy();
    resize(false);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
  });
});

describe('the filters in the address', () => {
  it('are all applied, and shown immediately, if chosen in quick succession', async () => {
    const { address } = open();
    await screen.findByRole('figure');
    const chatgpt = await (await findPanel()).findByRole('checkbox', { name: 'ChatGPT' });
    const germany = (await findPanel()).getByRole('checkbox', { name: 'Germany' });
    fireEvent.click(chatgpt);
    expect(chatgpt).toHaveProperty('checked', true);
    fireEvent.click(germany);
    expect(germany).toHaveProperty('checked', true);
    await waitFor(() => expect(address()).toMatch(/\?platform=chatgpt_app&region=DE$/));
    expect(chatgpt).toHaveProperty('checked', true);
  });

  it('are all removed if their chips are clicked in quick succession', async () => {
    const { address } = open('?tag=price&category=buying&metric=gap');
    await screen.findByRole('figure');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove “Tag: price”' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove “Category: buying”' }));
    await waitFor(() => expect(address()).toMatch(/timeline\?metric=gap$/));
  });

  it('return to their previous state when the user goes back', async () => {
    const user = userEvent.setup();
    const { address, router } = open();
    await user.click(await (await findPanel()).findByRole('checkbox', { name: 'Germany' }));
    await waitFor(() => expect(address()).toContain('region=DE'));
    router.history.back();
    await waitFor(() => expect(address()).not.toContain('region'));
    expect(
      (await findPanel()).getByRole('checkbox', { name: 'Germany', checked: false }),
    ).toBeTruthy();
  });
});

describe('removing a value in the panel', () => {
  it('keeps focus nearby for unlisted values and IDs', async () => {
    const user = userEvent.setup();
    const { address } = open(`?tag=gone&promptId=${prompts.shoes}&promptId=${prompts.care}`);
    await (await findPanel()).findByRole('checkbox', { name: 'price' });
    await user.click(await (await findPanel()).findByRole('checkbox', { name: /^gone/ }));
    await waitFor(() => expect(address()).not.toContain('tag'));
    expect(document.activeElement).toBe(
      (await findPanel()).getByRole('checkbox', { name: 'price' }),
    );
    const queryRemoveButton = (id: string) =>
      screen.queryByRole('button', { name: `Remove prompt ${id}` });
    await user.click(queryRemoveButton(prompts.shoes) ?? document.body);
    await waitFor(() => expect(address()).not.toContain(prompts.shoes));
    expect(document.activeElement).toBe(queryRemoveButton(prompts.care));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).not.toContain('promptId'));
    expect(document.activeElement).toBe(await (await findPanel()).findByLabelText('Prompt ID'));
  });
});

describe('IDs', () => {
  it('can be pasted one per line, and added with the button', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await expand(user, 'Prompts');
    const field = await (await findPanel()).findByLabelText('Prompt ID');
    await user.click(field);
    await user.paste(`${prompts.shoes}\n${prompts.care}\n`);
    await user.click((await findPanel()).getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(address()).toContain(`?promptId=${prompts.shoes}&promptId=${prompts.care}`),
    );
    expect(document.activeElement).toBe(field);
  });

  it('are refused with an error if more than 200 would be chosen', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await expand(user, 'Competitors');
    const field = await (await findPanel()).findByLabelText('Competitor ID');
    await user.click(field);
    await user.paste(Array.from({ length: 201 }, (_, n) => uuid(0x5000 + n)).join(' '));
    await user.keyboard('{Enter}');
    expect((await findPanel()).getByRole('alert').textContent).toBe('Choose at most 200.');
    expect(address()).not.toContain('?');
  });
});

describe('the number of options found', () => {
  it.each([
    ['mention', '2 options found'],
    ['chatgpt_app', '1 option found'],
    ['app chatgpt', '1 option found'],
    ['ice ta', '0 options found'],
    ['prompt id', '1 option found'],
  ])('for “%s” is “%s”', async (search, count) => {
    const user = userEvent.setup();
    open();
    await (await findPanel()).findByRole('checkbox', { name: 'ChatGPT' });
    await user.type((await findPanel()).getByLabelText('Find a filter'), search);
    expect(await (await findPanel()).findByText(count)).toBeTruthy();
  });
});
