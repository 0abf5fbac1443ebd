import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { type SiteView, siteViews } from '../../site-views.ts';

setUpBrowser();
const world = setUpService();
const { siteId, brands, prompts } = measured;
const promptsPath = '*/sightline/v1/sites/:siteId/prompts';
const shoes = 'Are Acme running shoes any good?';
const suede = 'How do I clean suede?';

beforeEach(() => {
  // Wide enough for the panel.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

const open = (
  search = '',
  capabilities: readonly string[] = ['prompts', 'sites'],
  page: SiteView = 'timeline',
) =>
  openDashboard(`/sites/${siteId}/${page}${search}`, {
    ...world.signedIn('agency'),
    capabilities: [...capabilities],
  });
const findPanel = async () => within(await screen.findByRole('complementary', { name: 'Filters' }));
const findFold = async (title: string) =>
  (await findPanel()).findByRole('button', { name: new RegExp(`^${title} `) });
const findOption = async (name: string) => (await findPanel()).findByRole('checkbox', { name });
const promptListCalls = () => world.calls.filter((call) => /\/prompts(\?|$)/.test(call));

describe('prompts', () => {
  it('are chosen by text, and written to the address by ID', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await user.click(await findFold('Prompts'));
    expect((await findPanel()).queryByLabelText('Prompt ID')).toBeNull();
    await user.click(await findOption(shoes));
    await waitFor(() => expect(address()).toContain(`?promptId=${prompts.shoes}`));
    expect(await screen.findByRole('button', { name: `Remove “Prompt: ${shoes}”` })).toBeTruthy();
    expect((await findFold('Prompts')).textContent).toContain('1 chosen');
    await user.click(await findOption(shoes));
    await waitFor(() => expect(address()).not.toContain('promptId'));
  });

  it('are not requested until their group is opened', async () => {
    const user = userEvent.setup();
    open();
    const title = await findFold('Prompts');
    await screen.findByRole('table');
    expect(promptListCalls()).toEqual([]);
    await user.click(title);
    await findOption(suede);
    expect(promptListCalls()).toHaveLength(1);
  });

  it('are found by words in their text, and chosen ones stay listed', async () => {
    const user = userEvent.setup();
    open(`?promptId=${prompts.shoes}`);
    await findOption(suede);
    await user.type((await findPanel()).getByLabelText('Find in prompts'), 'suede CLEAN');
    await waitFor(() => expect(promptListCalls().at(-1)).toContain('q=suede+CLEAN'));
    expect(await findOption(suede)).toHaveProperty('checked', false);
    expect(await findOption(shoes)).toHaveProperty('checked', true);
    await user.type((await findPanel()).getByLabelText('Find in prompts'), ' nowhere');
    expect(await (await findPanel()).findByText('No prompts found.')).toBeTruthy();
    expect((await findPanel()).queryByRole('checkbox', { name: suede })).toBeNull();
    expect(await findOption(shoes)).toHaveProperty('checked', true);
  });

  it('are also found by the panel’s search', async () => {
    const user = userEvent.setup();
    open();
    await findFold('Prompts');
    await user.type((await findPanel()).getByLabelText('Find a filter'), 'suede');
    expect(await findOption(suede)).toBeTruthy();
    expect(await (await findPanel()).findByText('1 option found')).toBeTruthy();
    await user.type((await findPanel()).getByLabelText('Find a filter'), ' nowhere');
    await waitFor(async () =>
      expect((await findPanel()).queryByRole('button', { name: /^Prompts / })).toBeNull(),
    );
  });

  it.each(siteViews.map(({ view }) => view).filter((view) => view !== 'setup' && view !== 'scans'))(
    'open from their “About” button, and return focus to it on closing (page: %s)',
    async (page) => {
      const user = userEvent.setup();
      const capabilities = ['prompts', 'sites', 'answers', 'sources'];
      const { address } = open(`?promptId=${prompts.care}`, capabilities, page);
      const about = await (await findPanel()).findByRole('button', { name: `About “${suede}”` });
      await user.click(about);
      await waitFor(() => expect(address()).toContain(`prompt=${prompts.care}`));
      const dialog = within(await screen.findByRole('dialog', { name: 'Prompt' }));
      expect(await dialog.findByText(suede)).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(address()).not.toContain('prompt=');
      expect(document.activeElement).toBe(about);
    },
  );

  it('open beside the report without reloading it', async () => {
    const user = userEvent.setup();
    open(`?promptId=${prompts.care}&dates=all`, ['prompts', 'sites'], 'report');
    const area = (await screen.findByRole('article', { name: 'Report' })).parentElement;
    await waitFor(() => expect(area?.getAttribute('aria-busy')).toBe('false'));
    let changeCount = 0;
    const observer = new MutationObserver(() => (changeCount += 1));
    observer.observe(area ?? document, { attributeFilter: ['aria-busy'] });
    await user.click(await (await findPanel()).findByRole('button', { name: `About “${suede}”` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Prompt' }));
    expect(await dialog.findByText(suede)).toBeTruthy();
    observer.disconnect();
    expect(changeCount).toBe(0);
  });

  it('can be opened on the matrix page if the service does not list them', async () => {
    const user = userEvent.setup();
    open(`?promptId=${prompts.care}`, [], 'matrix');
    await user.click(await (await findPanel()).findByRole('button', { name: suede }));
    expect(await screen.findByRole('dialog', { name: 'Prompt' })).toBeTruthy();
  });

  it('load page by page', async () => {
    const pages: Record<string, object> = {
      first: { data: [{ promptId: uuid(0x900), text: 'One?' }], nextCursor: 'second' },
      second: { data: [{ promptId: uuid(0x901), text: 'Two?' }], nextCursor: null },
    };
    world.override(
      http.get(promptsPath, ({ request }) =>
        HttpResponse.json(pages[new URL(request.url).searchParams.get('cursor') ?? 'first']),
      ),
    );
    const user = userEvent.setup();
    open();
    await user.click(await findFold('Prompts'));
    await findOption('One?');
    await user.click((await findPanel()).getByRole('button', { name: 'Show more' }));
    await findOption('Two?');
    expect(await findOption('One?')).toBeTruthy();
    expect((await findPanel()).queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('keep their group open, with a field for their IDs, if they cannot be listed', async () => {
    world.override(http.get(promptsPath, () => new HttpResponse(null, { status: 404 })));
    const user = userEvent.setup();
    open();
    await user.click(await findFold('Prompts'));
    expect(await (await findPanel()).findByLabelText('Prompt ID')).toBeTruthy();
  });
});

describe('competitors', () => {
  it('are chosen by name', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await user.click(await findFold('Competitors'));
    expect((await findPanel()).queryByLabelText('Competitor ID')).toBeNull();
    const group = (await findFold('Competitors')).closest('section');
    const names = within(group ?? document.body)
      .getAllByRole('checkbox')
      .map((checkbox) => checkbox.closest('label')?.textContent);
    expect(names).toEqual(['Beta', 'gamma']);
    await user.click(within(group ?? document.body).getByRole('checkbox', { name: 'Beta' }));
    await waitFor(() => expect(address()).toContain(`?competitorId=${brands.beta}`));
    expect(await screen.findByRole('button', { name: 'Remove “Competitor: Beta”' })).toBeTruthy();
  });

  it.each([
    // The brand filter also has an option with this name.
    ['gamma', '2 options found'],
    ['competitors', '2 options found'],
  ])('are counted by the panel’s search: %s', async (needle, count) => {
    const user = userEvent.setup();
    open();
    await findFold('Competitors');
    await user.type((await findPanel()).getByLabelText('Find a filter'), needle);
    await (await findPanel()).findAllByRole('checkbox', { name: 'gamma' });
    expect(await (await findPanel()).findByText(count)).toBeTruthy();
  });

  it.each<[string, readonly string[]]>([
    ['the service does not list them', ['prompts']],
    ['their list cannot be loaded', ['sites']],
  ])('have a field for their IDs if %s', async (_, capabilities) => {
    world.override(
      http.get('*/sightline/v1/sites/:siteId', () => new HttpResponse(null, { status: 503 })),
    );
    const user = userEvent.setup();
    open('', capabilities);
    await user.click(await findFold('Competitors'));
    expect(await (await findPanel()).findByLabelText('Competitor ID')).toBeTruthy();
  });
});
