import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
const { siteId, brands, scans, prompts } = measured;

const listPath = '*/sightline/v1/sites/:siteId/answers';
const capabilities = ['answers', 'sites', 'counts'];
const open = (search = '', offeredCapabilities: readonly string[] = capabilities) =>
  openDashboard(`/sites/${siteId}/answers${search}`, {
    ...world.signedIn('agency'),
    capabilities: [...offeredCapabilities],
  });

/** Responds with these fields to the request for any answer. */
const answerWith = (fields: object) =>
  world.override(
    http.get(`${listPath}/:id`, ({ params }) =>
      HttpResponse.json({
        id: params['id'],
        scanId: scans.first,
        promptId: prompts.care,
        text: 'Words.',
        ...fields,
      }),
    ),
  );

/** Shows the list and the chosen answer side by side, as in a wide window. */
function stubWideWindow() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

const findList = () => screen.findByRole('list', { name: 'Answers' });
const findRows = async () => within(await findList()).getAllByRole('listitem');
const findRow = async (index: number) => {
  const row = (await findRows())[index];
  if (!row) throw new Error(`Row ${index} does not exist.`);
  return row;
};
const findWordsField = () =>
  screen.findByRole<HTMLInputElement>('searchbox', { name: 'Words in the answers' });
const findAnswer = () => screen.findByRole('article', { name: 'Answer' });
const getListCalls = () => world.calls.filter((call) => /\/answers\?/.test(call));

describe('the list of answers', () => {
  it('shows prompt, platform, time in the zone, brands, sentiment, sources and excerpt', async () => {
    open(`?scanId=${scans.first}&platform=claude_api&promptId=${prompts.shoes}&zone=Asia/Tokyo`);
    await waitFor(async () =>
      expect((await findRow(0)).textContent).toContain('names the brand 1st'),
    );
    const text = (await findRow(0)).textContent;
    expect(text).toContain('Are Acme running shoes any good?');
    expect(text).toMatch(/Claude.* · .* · Jan 2(, 2026)?, 8:30\sAM/);
    expect(text).toContain('Acme shoes are very good. Beta is fine too');
    expect(text).toMatch(/Acme, sentiment 80.*Beta, sentiment 60.*3 sources/);
  });

  it('is requested with the filters, dates and answer criteria in the address, but not its metric and grouping', async () => {
    open(
      `?platform=claude_api&startDate=2026-01-01&endDate=2026-01-02&metric=gap&groupBy=region` +
        `&mentions=${brands.beta}&mentionsNot=${brands.delta}&domain=tests.example&scanId=${scans.first}`,
    );
    expect(await findRows()).toHaveLength(2);
    const [call] = getListCalls();
    const { searchParams } = new URL(`http://x${call?.split(' ')[1]}`);
    expect(Object.fromEntries(searchParams)).toEqual({
      platform: 'claude_api',
      startDate: '2026-01-01',
      endDate: '2026-01-02',
      mentions: brands.beta,
      mentionsNot: brands.delta,
      domain: 'tests.example',
      scanId: scans.first,
      limit: '50',
    });
  });

  it('grows page by page', async () => {
    const pages = [
      [0, 1],
      [2, 3],
    ];
    world.override(
      http.get(listPath, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
        const data = (pages[page] ?? []).map((n) => ({
          id: `answer-${n}`,
          scanId: scans.first,
          promptId: prompts.care,
          prompt: `Prompt ${n}`,
        }));
        return HttpResponse.json({ data, nextCursor: page === 0 ? '1' : null });
      }),
    );
    open();
    await waitFor(async () => expect(await findRows()).toHaveLength(4));
    expect(screen.getByText('4 answers')).toBeTruthy();
  });

  it('says that it may be incomplete if it was cut short, and shows no total', async () => {
    stubWideWindow();
    const data = [{ id: 'answer-0', scanId: scans.first, promptId: prompts.care, prompt: 'One' }];
    world.override(http.get(listPath, () => HttpResponse.json({ data, nextCursor: 'more' })));
    open('', ['answers']);
    expect(await screen.findByText(/^The list of answers may be incomplete/)).toBeTruthy();
    expect(screen.getByText('1 answer loaded, more may exist')).toBeTruthy();
    expect(within(await findAnswer()).getByRole('status').textContent).toBe('Answer 1');
  });

  it('says how many answers match the chosen brands, although the service counts no answers otherwise', async () => {
    open(`?mentions=${brands.acme}&mentionsNot=${brands.beta}`, ['answers', 'sites']);
    expect(await screen.findByText('3 answers name Acme but not Beta')).toBeTruthy();
  });

  it('has the total that the service sends with the first page', async () => {
    world.override(
      http.get(listPath, ({ request }) => {
        const isFirst = !new URL(request.url).searchParams.has('cursor');
        const id = isFirst ? 'one' : 'two';
        const data = [{ id, scanId: scans.first, promptId: prompts.care, prompt: id }];
        // The last page is never loaded.
        if (!isFirst) return new Promise(() => {});
        return HttpResponse.json({ data, nextCursor: 'more', total: 1204 });
      }),
    );
    open(`?mentions=${brands.acme}`);
    expect(await screen.findByText('1,204 answers name Acme')).toBeTruthy();
    expect(world.calls.filter((call) => call.includes('/reports/counts'))).toEqual([]);
  });

  it.each([-1, 0.5, 0, 1e300])('ignores the total %d, which cannot be right', async (total) => {
    const data = [{ id: 'one', scanId: scans.first, promptId: prompts.care, prompt: 'One' }];
    world.override(
      http.get(listPath, ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? new Promise(() => {})
          : HttpResponse.json({ data, nextCursor: 'more', total }),
      ),
    );
    open('', ['answers']);
    expect(await screen.findByText('1 answer loaded, more available')).toBeTruthy();
  });

  it('narrows to the answers that cite a page until its chip is removed', async () => {
    const user = userEvent.setup();
    const { address } = open('?citedPage=acme.example/care');
    expect(await screen.findByText('2 answers cite the page acme.example/care')).toBeTruthy();
    await user.click(
      screen.getByRole('button', { name: 'Remove “Cites the page: acme.example/care”' }),
    );
    expect(await screen.findByText('9 answers')).toBeTruthy();
    expect(address()).not.toContain('citedPage');
  });

  it('narrows to answers that name the tracked brand, or to those that do not', async () => {
    const { address } = open();
    const named = await screen.findByRole('radio', { name: 'With the brand' });
    await waitFor(() => expect(named.closest('fieldset')?.disabled).toBe(false));
    fireEvent.click(named);
    await waitFor(async () => expect(await findRows()).toHaveLength(4));
    expect(address()).toContain(`mentions=${brands.acme}`);
    fireEvent.click(screen.getByRole('radio', { name: 'Without the brand' }));
    await waitFor(async () => expect(await findRows()).toHaveLength(5));
    expect(address()).toContain(`mentionsNot=${brands.acme}`);
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(address()).not.toContain('mentions'));
  });

  it('narrows to answers that name a chosen brand until its chip is removed', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await screen.findByRole('option', { name: 'Delta' });
    await user.selectOptions(screen.getByLabelText('Brand named'), 'Delta');
    await waitFor(async () => expect(await findRows()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Remove “Names: Delta”' }));
    await waitFor(async () => expect(await findRows()).toHaveLength(9));
    expect(address()).not.toContain('mentions');
  });

  it.each([
    ['filters and its own choices', '&platform=claude_api'],
    ['its own choices alone', ''],
  ])('clears %s at once', async (_, filter) => {
    const user = userEvent.setup();
    const { address } = open(
      `?startDate=2026-01-01&q=shoes&mentions=${brands.beta}&domain=tests.example&scanId=${scans.first}${filter}`,
    );
    await user.click(await screen.findByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toMatch(/\?startDate=2026-01-01$/));
    expect((await findWordsField()).value).toBe('');
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
    expect(document.activeElement?.id).toBe('content');
  });

  it('shows the chosen scan as a chip with its time', async () => {
    open(`?scanId=${scans.first}&zone=UTC`);
    expect(
      await screen.findByRole('button', { name: /Remove “Scan: Thu, Jan 1, 2026, 11:30\sPM/ }),
    ).toBeTruthy();
  });

  it('is searched once typing pauses, which cancels the previous search', async () => {
    const aborted: string[] = [];
    world.override(
      http.get(listPath, async ({ request }) => {
        const q = new URL(request.url).searchParams.get('q');
        if (q === null) return;
        if (q === 'first') {
          await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
          aborted.push(q);
          return HttpResponse.error();
        }
        const data = [
          { id: 'found', scanId: scans.first, promptId: prompts.care, prompt: `About ${q}` },
        ];
        return HttpResponse.json({ data, nextCursor: null });
      }),
    );
    const user = userEvent.setup();
    const { address } = open();
    const field = await findWordsField();
    await user.type(field, 'first{Enter}');
    await waitFor(() => expect(address()).toContain('q=first'));
    await user.clear(field);
    await user.type(field, 'second words');
    expect(await screen.findByText('About second words')).toBeTruthy();
    expect(aborted).toEqual(['first']);
    expect(address()).toContain('q=second+words');
    expect(getListCalls().some((call) => /q=(s|se|sec)(&|$)/.test(call))).toBe(false);
  });

  it('has a search field that loses no characters while the address catches up', async () => {
    const user = userEvent.setup();
    const { router, address } = open();
    const field = await findWordsField();
    const navigate = router.navigate;
    const gates: (() => void)[] = [];
    let isGated = true;
    vi.spyOn(router, 'navigate').mockImplementation(async (to) => {
      if (isGated) await new Promise<void>((resolve) => gates.push(resolve));
      return navigate(to);
    });
    await user.type(field, 'one{Enter}');
    await user.type(field, ' two{Enter}');
    await user.type(field, ' thr');
    for (const q of ['q=one', 'q=one+two']) {
      await waitFor(() => expect(gates).not.toHaveLength(0));
      gates.shift()?.();
      await waitFor(() => expect(address()).toContain(q));
      await user.type(field, 'e');
    }
    expect(field.value).toBe('one two three');
    isGated = false;
    for (const openGate of gates) openGate();
    await waitFor(() => expect(address()).toContain('q=one+two+three'));
  });

  it('has a search field that follows a change of the address from outside', async () => {
    const user = userEvent.setup();
    const { router } = open('?q=shoes');
    const field = await findWordsField();
    expect(field.value).toBe('shoes');
    await user.type(field, ' laces{Enter}');
    await router.navigate({ to: '.', search: { q: 'brush' } });
    await waitFor(() => expect(field.value).toBe('brush'));
  });

  it('has a button that clears all choices if no answers match', async () => {
    const user = userEvent.setup();
    const { address } = open('?q=zebra&domain=nowhere.example&tag=none&range=7d');
    await user.click(
      await screen.findByRole('button', { name: 'Clear the search, filters and dates' }),
    );
    await waitFor(() => expect(address()).toBe(`/sites/${siteId}/answers?dates=all`));
    expect(await findRows()).toHaveLength(9);
  });

  it('says that it could not be loaded, and can be retried', async () => {
    const user = userEvent.setup();
    world.override(
      http.get(listPath, () => HttpResponse.json({ detail: 'Not now.' }, { status: 400 }), {
        once: true,
      }),
    );
    open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The answers could not be loaded');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await findRows()).toHaveLength(9);
  });

  it('is shown even if the scans of the site could not be loaded', async () => {
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', () =>
        HttpResponse.json({ detail: 'Not now.' }, { status: 400 }),
      ),
    );
    open();
    expect(await findRows()).toHaveLength(9);
    expect((await screen.findByRole('alert')).textContent).toContain('The scans of this site');
  });

  it('ignores invalid values in the address, with a notice', async () => {
    open('?mentions=x&scanId=7');
    expect(await screen.findByText(/invalid values: mentions, scanId/)).toBeTruthy();
    expect(await findRows()).toHaveLength(9);
  });

  it('works without the capabilities for sites and counts', async () => {
    open('', ['answers']);
    expect(await findRows()).toHaveLength(9);
    expect(await screen.findByRole('radio', { name: 'With the brand' })).toBeTruthy();
  });

  it('has a tab, which is absent without the capability', async () => {
    const { unmount } = open();
    expect(await screen.findByRole('link', { name: 'Answers', current: 'page' })).toBeTruthy();
    unmount();
    openDashboard(`/sites/${siteId}/timeline`, world.signedIn('agency'));
    expect(await screen.findByRole('link', { name: 'Timeline' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Answers' })).toBeNull();
  });
});

describe('without the capability', () => {
  it.each(['', `?answer=${uuid(0x999)}&beside=scans&q=shoes&scanId=${scans.first}`])(
    'the page says so, requests no answers and offers no filters, with the search “%s”',
    async (search) => {
      open(search, ['sites', 'counts']);
      expect(await screen.findByText('This service does not list answers.')).toBeTruthy();
      expect(await screen.findByRole('link', { name: 'Timeline' })).toBeTruthy();
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
      for (const role of ['searchbox', 'radio', 'combobox', 'alert', 'dialog', 'article']) {
        const inPage = within(screen.getByRole('main')).queryAllByRole(role);
        expect(inPage, role).toEqual([]);
      }
      expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull();
      expect(screen.queryByRole('button', { name: /^(Filters|Remove)/ })).toBeNull();
      expect(world.calls.filter((call) => call.includes('/answers'))).toEqual([]);
    },
  );
});

describe('the chosen answer', () => {
  it('is the first in the list in a wide window, until another is chosen', async () => {
    stubWideWindow();
    const user = userEvent.setup();
    const { address } = open(`?scanId=${scans.first}`);
    const title = 'Are Acme running shoes any good?';
    expect(await within(await findAnswer()).findByRole('heading', { name: title })).toBeTruthy();
    expect(address()).not.toContain('answer=');
    await user.click(within(await findRow(3)).getByRole('link'));
    expect(address()).toContain('answer=');
    await waitFor(async () =>
      expect((await findAnswer()).textContent).toContain('Use a Beta brush.'),
    );
    expect((await findRow(3)).querySelector('[aria-current]')).not.toBeNull();
  });

  it('stays chosen when a prompt is opened from the filters, and is cleared when a filter is removed', async () => {
    stubWideWindow();
    const user = userEvent.setup();
    const { address } = open(`?scanId=${scans.first}&promptId=${prompts.shoes}`, ['answers']);
    await user.click(within(await findRow(1)).getByRole('link'));
    await waitFor(() => expect(address()).toContain('answer='));
    const chosen = new URL(address(), 'http://x').searchParams.get('answer');
    const panel = within(await screen.findByRole('complementary', { name: 'Filters' }));
    const shoes = 'Are Acme running shoes any good?';
    await user.click(await panel.findByRole('button', { name: shoes }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Prompt' }));
    expect(address()).toContain(`prompt=${prompts.shoes}`);
    expect(new URL(address(), 'http://x').searchParams.get('answer')).toBe(chosen);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new URL(address(), 'http://x').searchParams.get('answer')).toBe(chosen);
    await user.click(screen.getByRole('button', { name: `Remove “Prompt: ${shoes}”` }));
    await waitFor(() => expect(address()).not.toContain('promptId='));
    expect(address()).not.toContain('answer=');
  });

  it('opens over the page in a narrow window; going back leads to the list', async () => {
    const user = userEvent.setup();
    const { router, address } = open(`?scanId=${scans.first}`);
    expect(await findRows()).toHaveLength(4);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(within(await findRow(1)).getByRole('link'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Answer' }));
    await user.click(await dialog.findByRole('button', { name: 'Next answer' }));
    await user.click(await dialog.findByRole('button', { name: 'Next answer' }));
    expect(await dialog.findByText(/Use a/)).toBeTruthy();
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(`/sites/${siteId}/answers?scanId=${scans.first}`);
    expect(await findRows()).toHaveLength(4);
  });

  it('changes to the next one on J and the previous one on K, with a disabled button at each end', async () => {
    stubWideWindow();
    const user = userEvent.setup();
    open(`?scanId=${scans.first}&region=US&platform=claude_api`);
    expect(await within(await findAnswer()).findByText('very good')).toBeTruthy();
    const button = (name: string) => screen.getByRole('button', { name });
    expect(button('Previous answer').getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('j');
    await waitFor(async () =>
      expect((await findAnswer()).textContent).toContain('Use a Beta brush.'),
    );
    expect(button('Next answer').getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('k');
    await waitFor(async () => expect((await findAnswer()).textContent).toContain('very good'));
  });

  it('lists its citations with domain, title and owner', async () => {
    stubWideWindow();
    open(`?scanId=${scans.first}&platform=claude_api&promptId=${prompts.shoes}`);
    const sourceList = within(
      await within(await findAnswer()).findByRole('list', { name: 'Sources' }),
    );
    const texts = sourceList.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      '1acme.exampleAbout shop.acme.example/shoesown',
      '2tests.exampleAbout tests.example/shoesthird party',
      '3tests.exampleAbout tests.example/morethird party',
    ]);
    const [first] = sourceList.getAllByRole('link');
    expect(first?.getAttribute('href')).toBe('https://shop.acme.example/shoes');
    expect(first?.getAttribute('target')).toBe('_blank');
    expect(first?.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('shows what was searched for, and folds what was found but not cited', async () => {
    const user = userEvent.setup();
    stubWideWindow();
    open(`?scanId=${scans.first}&platform=claude_api&promptId=${prompts.shoes}`);
    const pane = within(await findAnswer());
    expect(await pane.findByText('best running shoes')).toBeTruthy();
    expect(pane.getByText('Acme shoes test')).toBeTruthy();
    const summary = pane.getByText('2 pages found but not cited');
    expect(summary.closest('details')?.open).toBe(false);
    await user.click(summary);
    const found = within(pane.getByRole('list', { name: 'Found but not cited' }));
    expect(found.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'beta.exampleBeta shoesBeta',
      'news.examplethird party',
    ]);
  });

  it('folds searches after the fifth, and lists a repeated one once', async () => {
    stubWideWindow();
    answerWith({ queries: ['a', 'b', 'c', 'd', 'e', 'a', 'f', 'g'] });
    open();
    const summary = await screen.findByText('2 more searches');
    const folded = summary.closest('details');
    expect(folded?.open).toBe(false);
    expect(within(folded ?? document.body).getAllByRole('listitem', { hidden: true })).toHaveLength(
      2,
    );
  });

  it('shows the location that was sent by the name of the region, if it is one', async () => {
    stubWideWindow();
    answerWith({ model: 'm', location: 'DE' });
    open();
    expect(await screen.findByText('model m · location sent: Germany')).toBeTruthy();
  });

  it('shows nothing about searches that are unknown', async () => {
    stubWideWindow();
    open(`?scanId=${scans.first}&platform=chatgpt_app&promptId=${prompts.shoes}`);
    const pane = within(await findAnswer());
    expect(await pane.findByText('Answered without a web search.')).toBeTruthy();
    expect(pane.queryByText('Searched for')).toBeNull();
    expect(pane.queryByText(/found but not cited/)).toBeNull();
    expect(pane.queryByText(/location sent/)).toBeNull();
  });

  it.each([
    [false, 'Answered without a web search.'],
    [true, 'Searched the web and cited nothing.'],
    [null, 'No sources are stored for this answer.'],
  ])('explains why it has no citations if `searched` is %s: %s', async (searched, words) => {
    stubWideWindow();
    answerWith({ searched, sources: 0, citations: [] });
    open();
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it.each([
    [200_000, 'in full', 0],
    [200_001, 'cut short, and says so', 1],
  ])('shows a text of %i characters %s', async (length, _, noteCount) => {
    stubWideWindow();
    answerWith({ text: 'x'.repeat(length), sources: 0, citations: [] });
    open();
    const answer = await findAnswer();
    await waitFor(() => expect(/x{100,}/.exec(answer.textContent)?.[0]).toHaveLength(200_000));
    expect(
      within(answer).queryAllByText('Only the first 200,000 characters of the text are shown.'),
    ).toHaveLength(noteCount);
  });

  it('says that its text is not stored, and still lists its brands', async () => {
    stubWideWindow();
    open(`?scanId=${scans.undated}&promptId=${prompts.care}&platform=claude_api`);
    const pane = within(await findAnswer());
    expect(await pane.findByText('The text of this answer is not stored.')).toBeTruthy();
    expect(pane.getByText('Delta')).toBeTruthy();
  });

  it('does not classify its brands while no report says which one is tracked', async () => {
    stubWideWindow();
    world.override(
      http.get('*/v1/sites/:siteId/reports/timeline', () =>
        HttpResponse.json({ detail: 'Not now.' }, { status: 400 }),
      ),
    );
    open(`?scanId=${scans.first}&platform=claude_api&promptId=${prompts.shoes}`, ['answers']);
    const pane = within(await findAnswer());
    expect(await pane.findByText('named 1st, sentiment 80')).toBeTruthy();
    const selector = '[data-kind], [data-label*="·"], [data-tone]';
    expect([...(await findAnswer()).querySelectorAll(selector)]).toEqual([]);
  });

  it('says that it could not be loaded, beside the list', async () => {
    stubWideWindow();
    open(`?answer=${uuid(0x999)}`);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The answer could not be loaded');
    expect(await findRows()).toHaveLength(9);
  });
});
