import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { branches, measured, moreSites, now } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpDownloads } from '../../../../tests/setup/downloads.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import {
  faultHandlersOf,
  hangingHandler,
  sightlineCalls,
} from '../../../../tests/setup/sightline-faults.ts';
import { responseTimeout } from '../../api/request.ts';
import { parseSearch } from '../../search-format.ts';

setUpBrowser();
const world = setUpService();
const downloads = setUpDownloads();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

const path = `/sites/${measured.siteId}/sources`;
const open = (at = path, capabilities: readonly string[] = ['sources', 'counts']) =>
  openDashboard(at, { ...world.signedIn('agency'), capabilities: [...capabilities] });
const findTable = () => screen.findByRole('table', { name: 'Domains' });
/** The text of every cell below the header, with plain spaces. */
const findCellTexts = async () =>
  within(await findTable())
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...within(row).getAllByRole('rowheader'), ...within(row).getAllByRole('cell')].map(
        ({ textContent }) => textContent?.replaceAll(/\s/g, ' '),
      ),
    );
const findListedDomains = async () => (await findCellTexts()).map(([domain]) => domain);
const findSortedHeader = async () =>
  within(await findTable())
    .getAllByRole('columnheader')
    .map((header) => [header.textContent, header.getAttribute('aria-sort')])
    .find(([, sort]) => sort !== 'none');
const sourcesPath = '*/sightline/v1/sites/:siteId/reports/sources';

describe('the sources page', () => {
  it('shows every domain with its share, owner, trend and the share of its answers that name the brand', async () => {
    open();
    expect(await findCellTexts()).toEqual([
      ['acme.example', '33.3% 3 of 9', 'Own', '−41.7 pt', '33.3% 1 of 3', '2 of 3'],
      ['tests.example', '22.2% 2 of 9', 'Third party', '−25.0 pt', '50.0% 1 of 2', '1 of 2'],
      ['beta.example', '11.1% 1 of 9', 'Beta', '−16.7 pt', '100.0% 1 of 1', '0 of 1'],
    ]);
    const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(figures).toEqual([
      '44.4%',
      '4 of 9',
      '33.3%',
      '3 of 9',
      '2',
      'cite a domain of the brand without naming it',
      '1',
      'without naming the brand, the most of any competitor or third party',
    ]);
    expect(screen.getByRole('heading', { level: 1, name: /Shop|abcdef00/ })).toBeTruthy();
  });

  it('shows no share for a scan without answers, and only numbers if the service does not count answers', async () => {
    const page = open(`${path}?domain=acme.example`);
    const findScanRows = async () =>
      within(await screen.findByRole('table', { name: 'Trend by scan' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        );
    expect(await findScanRows()).toEqual([
      ['0 of 0', '–'],
      ['0 of 2', '0.0%'],
      ['1 of 3', '33.3%'],
      ['2 of 4', '50.0%'],
    ]);
    page.unmount();
    open(`${path}?domain=acme.example`, ['sources']);
    expect(await findScanRows()).toEqual([['0'], ['0'], ['1'], ['2']]);
    const drawer = within(screen.getByRole('dialog', { name: 'acme.example' }));
    expect(drawer.getByText('Trend (number of answers)')).toBeTruthy();
  });

  it('explains three narrower lists, and keeps the chosen one in the address', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await findTable();
    await user.click(screen.getByRole('radio', { name: 'Cited, not named' }));
    await waitFor(() => expect(address()).toBe(`${path}?list=citedNotNamed`));
    expect(
      screen.getByText(
        /^Domains of Acme that answers cite without naming Acme.* Subdomains count as part of their domain/,
      ),
    ).toBeTruthy();
    expect(await findCellTexts()).toEqual([
      ['acme.example', '33.3% 3 of 9', 'Own', '−41.7 pt', '33.3% 1 of 3', '2 of 3'],
    ]);
    await user.click(screen.getByRole('radio', { name: 'Without the brand' }));
    await waitFor(() => expect(address()).toBe(`${path}?list=withoutBrand`));
    expect(screen.getByText(/those first that most answers without Acme cite/)).toBeTruthy();
    expect(await findCellTexts()).toEqual([
      ['tests.example', '22.2% 2 of 9', 'Third party', '−25.0 pt', '50.0% 1 of 2', '1 of 2'],
    ]);
    expect(await findSortedHeader()).toEqual(['Does not name the brand', 'descending']);
    await user.click(screen.getByRole('radio', { name: 'Never with the brand' }));
    await waitFor(() => expect(address()).toBe(`${path}?list=neverNaming`));
    expect(await screen.findByText('There are no domains in this list.')).toBeTruthy();
    expect(
      screen.getByText(/only in answers that do not name Acme.* Subdomains count/),
    ).toBeTruthy();
  });

  it('compares the domains with an earlier period only if the service has their answers by scan', async () => {
    const user = userEvent.setup();
    const page = open(`${path}?compare=previous`);
    await findTable();
    expect(screen.queryByRole('combobox', { name: 'Compare' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'What moved' })).toBeNull();
    page.unmount();
    const { address } = open(`${path}?compare=previous`, ['sources', 'counts', 'domains']);
    const compare = await screen.findByRole('combobox', { name: 'Compare' });
    const changed = 'Measured differently since Jan 3: ChatGPT removed and 1 more change';
    await waitFor(async () =>
      expect((await findCellTexts()).map((cells) => cells[3])).toEqual([
        `−41.7 ptmeasured differently${changed}`,
        `−25.0 ptmeasured differently${changed}`,
        `−16.7 ptmeasured differently${changed}`,
      ]),
    );
    const moved = within(screen.getByRole('region', { name: 'What moved' }));
    expect(moved.getByText(/^The periods were measured differently/)).toBeTruthy();
    await user.selectOptions(compare, 'none');
    await waitFor(() => expect(address()).toBe(path));
    expect(within(await findTable()).getByRole('button', { name: 'Trend' })).toBeTruthy();
  });

  it('shows the sources and a failure if only the comparison cannot be loaded', async () => {
    world.override(
      http.get('*/sightline/v1/sites/:siteId/reports/domains', () => HttpResponse.json([])),
    );
    open(`${path}?compare=previous`, ['sources', 'counts', 'domains']);
    expect(await screen.findByText('The comparison could not be loaded')).toBeTruthy();
    expect((await findCellTexts()).map((cells) => cells[3])).toEqual(['–', '–', '–']);
  });

  it('sorts by every column, with the order in the address', async () => {
    const user = userEvent.setup();
    const { address } = open();
    expect(await findSortedHeader()).toEqual(['Share of all answers', 'descending']);
    const orders: [string, string, string[]][] = [
      ['Domain', 'domain', ['acme.example', 'beta.example', 'tests.example']],
      ['Domain', '-domain', ['tests.example', 'beta.example', 'acme.example']],
      ['Owner', 'owner', ['acme.example', 'beta.example', 'tests.example']],
      ['Trend', 'trend', ['beta.example', 'tests.example', 'acme.example']],
      ['Names the brand', 'naming', ['beta.example', 'tests.example', 'acme.example']],
      ['Names the brand', '-naming', ['acme.example', 'tests.example', 'beta.example']],
      ['Does not name the brand', 'without', ['acme.example', 'tests.example', 'beta.example']],
      ['Does not name the brand', '-without', ['beta.example', 'tests.example', 'acme.example']],
    ];
    for (const [name, order, expected] of orders) {
      await user.click(within(await findTable()).getByRole('button', { name }));
      await waitFor(() => expect(address()).toBe(`${path}?order=${order}`));
      expect(await findListedDomains()).toEqual(expected);
    }
    await user.click(
      within(await findTable()).getByRole('button', { name: 'Share of all answers' }),
    );
    await waitFor(() => expect(address()).toBe(path));
  });

  it('finds domains by words, and filters them by owner', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await findTable();
    await user.type(screen.getByLabelText('Search domains'), 'BETA');
    await waitFor(async () => expect(await findListedDomains()).toEqual(['beta.example']));
    expect(screen.getByText(/^1 of 3\sdomains$/)).toBeTruthy();
    await user.clear(screen.getByLabelText('Search domains'));
    await user.click(screen.getByRole('radio', { name: 'Third parties' }));
    await waitFor(async () => expect(await findListedDomains()).toEqual(['tests.example']));
    expect(address()).toBe(`${path}?owner=third`);
    await user.type(screen.getByLabelText('Search domains'), 'nothing');
    expect(await screen.findByText('No matches for “nothing”.')).toBeTruthy();
  });

  it('sends the filters and days in view, and keeps its own parameters when a filter is removed', async () => {
    const user = userEvent.setup();
    const { address } = open(
      `${path}?metric=gap&groupBy=region&brandId=${measured.brands.beta}&platform=claude_api&range=30d&compare=previous&order=domain`,
    );
    await findTable();
    const [call] = sightlineCalls(world.calls).filter((url) => url.includes('/reports/sources'));
    expect(call).toMatch(/sources\?platform=claude_api&startDate=2026-01-03&endDate=2026-02-01$/);
    await user.click(screen.getByRole('button', { name: /^Remove.*Claude/ }));
    await waitFor(() => expect(address()).not.toContain('platform='));
    expect(address()).toContain('order=domain');
    expect(address()).toContain('metric=gap');
    // Parameters of this page are not passed to other pages.
    const matrix = screen.getByRole('link', { name: 'Matrix' }).getAttribute('href');
    expect(matrix).toContain('metric=gap');
    expect(matrix).not.toContain('order=');
  });

  it('opens a domain, keeps it in the address, and returns focus to its row on close', async () => {
    const user = userEvent.setup();
    const { address } = open();
    await user.click(within(await findTable()).getByRole('button', { name: 'tests.example' }));
    await waitFor(() => expect(address()).toBe(`${path}?domain=tests.example`));
    const drawer = within(await screen.findByRole('dialog', { name: 'tests.example' }));
    expect(drawer.getByText('22.2% (2 of 9)')).toBeTruthy();
    expect(drawer.getByText('Third party')).toBeTruthy();
    // Without the capability, there is no link to answers.
    expect(drawer.queryByRole('link')).toBeNull();
    await user.click(drawer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(path);
    expect(document.activeElement?.textContent).toBe('tests.example');
  });

  it('says why a domain in the address may not be listed', async () => {
    open(`${path}?domain=unknown.example`);
    const drawer = within(await screen.findByRole('dialog', { name: 'unknown.example' }));
    expect(drawer.getByText(/or it is cited too rarely to be listed/)).toBeTruthy();
  });

  it('says that no answer cites the domain in the address if none does', async () => {
    open(`${path}?domain=unknown.example`, ['sources', 'pages']);
    const drawer = within(await screen.findByRole('dialog', { name: 'unknown.example' }));
    expect(
      await drawer.findByText('No answer with these filters and dates cites this domain.'),
    ).toBeTruthy();
  });

  it('links a domain to the answers that cite it, under the same filters', async () => {
    open(`${path}?region=US&domain=tests.example`, ['sources', 'answers']);
    const drawer = within(await screen.findByRole('dialog', { name: 'tests.example' }));
    const answersLink = drawer.getByRole('link', { name: 'Read the answers that cite it' });
    expect(answersLink.getAttribute('href')).toBe(
      `/sites/${measured.siteId}/answers?region=US&domain=tests.example`,
    );
    // The pages need a capability of their own.
    expect(drawer.queryByRole('heading', { name: 'Cited pages' })).toBeNull();
  });

  const findPageTexts = async () => {
    const drawer = within(await screen.findByRole('dialog', { name: 'tests.example' }));
    await drawer.findAllByRole('listitem');
    return drawer
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '));
  };

  it('lists the cited pages of a domain over all answers, under the same filters', async () => {
    open(`${path}?region=US&domain=tests.example`, ['sources', 'pages']);
    expect(await findPageTexts()).toEqual([
      'tests.example/brushesAbout tests.example/brushes · Cited by 1 of 2 answers',
      'tests.example/moreAbout tests.example/more · Cited by 1 of 2 answers',
      'tests.example/shoesAbout tests.example/shoes · Cited by 1 of 2 answers',
    ]);
    const link = screen.getByRole('link', { name: 'tests.example/brushes' });
    expect(link.getAttribute('href')).toBe('https://tests.example/brushes');
    expect(link.getAttribute('rel')).toBe('noreferrer noopener');
    expect(screen.queryByText(/unknown|not listed/)).toBeNull();
    expect(world.calls.filter((call) => call.includes('/reports/pages'))).toEqual([
      expect.stringMatching(/\?region=US&domain=tests\.example$/),
    ]);
  });

  it('links each cited page to the answers that cite it, under the same filters', async () => {
    open(`${path}?region=US&domain=tests.example`, ['sources', 'pages', 'answers']);
    const link = await screen.findByRole('link', {
      name: /^Cited by 1 of 2\sanswers: read those that cite tests\.example\/shoes$/,
    });
    expect(link.getAttribute('href')).toBe(
      `/sites/${measured.siteId}/answers?region=US&citedPage=tests.example%2Fshoes`,
    );
  });

  it.each([
    [{ answersWithoutPages: 1 }, 'The cited page is unknown for 1 of 10 answers.'],
    [{ more: 1 }, '1 page cited less often is not listed.'],
    [
      { answersWithoutPages: 2, more: 7 },
      'The cited page is unknown for 2 of 10 answers. 7 pages cited less often are not listed.',
    ],
  ])('says what the list of pages leaves out: %j', async (part, sentence) => {
    const cited = { url: 'https://tests.example/a', title: null, citations: 9, answers: 9 };
    world.override(
      http.get('*/sightline/v1/sites/:siteId/reports/pages', () =>
        HttpResponse.json({
          answers: 10,
          pages: [
            { ...cited, page: 'tests.example/ä' },
            { ...cited, page: 'javascript', url: 'javascript:alert(1)', answers: null },
          ],
          ...part,
        }),
      ),
    );
    open(`${path}?domain=tests.example`, ['sources', 'pages']);
    expect(await findPageTexts()).toEqual([
      'tests.example/äCited by 9 of 10 answers',
      'javascript',
    ]);
    expect(screen.queryByRole('link', { name: 'javascript' })).toBeNull();
    const isSentence = (_: string, element: Element | null) =>
      element?.tagName === 'P' && element.textContent?.replaceAll(/\s/g, ' ') === sentence;
    expect(screen.getByText(isSentence)).toBeTruthy();
  });

  it('links each number of answers that do not name the brand to those answers', async () => {
    const user = userEvent.setup();
    const { address, router } = open(`${path}?region=US&list=citedNotNamed`, [
      'sources',
      'answers',
    ]);
    const expectAnswers = async (link: HTMLElement, count: number) => {
      const before = address();
      await user.click(link);
      await waitFor(() => expect(address()).toContain('/answers?'));
      expect(parseSearch(new URL(address(), 'http://x').search)).toEqual({
        region: 'US',
        domain: 'acme.example',
        mentionsNot: measured.brands.acme,
      });
      const list = await screen.findByRole('list', { name: 'Answers' });
      expect(within(list).getAllByRole('listitem')).toHaveLength(count);
      router.history.back();
      await waitFor(() => expect(address()).toBe(before));
    };
    const row = /^2 of 3: read the answers that cite acme\.example without naming Acme$/;
    await expectAnswers(within(await findTable()).getByRole('link', { name: row }), 2);
    const figure = '2: read the answers that cite a domain of Acme without naming Acme';
    await expectAnswers(await screen.findByRole('link', { name: figure }), 2);
    await user.click(within(await findTable()).getByRole('button', { name: 'acme.example' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'acme.example' }));
    const linkName = /^Read the 2\sanswers without the brand$/;
    await expectAnswers(drawer.getByRole('link', { name: linkName }), 2);
  });

  it.each([
    ['linked to the answers that cite any of them', 0, ['acme.example', 'acme.test']],
    ['without a link if some of those domains might be missing from the list', 1, null],
  ])(
    'shows how many answers cite the brand’s domains without naming the brand, %s',
    async (_, more, domains) => {
      world.override(
        http.get(sourcesPath, async ({ request }) => {
          const { pathname, search } = new URL(request.url);
          const body = await (await world.send(pathname + search, 'agency')).json();
          const [own] = body.domains;
          const other = { ...own, domain: 'acme.test' };
          return HttpResponse.json({ ...body, domains: [...body.domains, other], more });
        }),
      );
      open(path, ['sources', 'answers']);
      await findTable();
      const links = screen.queryAllByRole('link', { name: /a domain of Acme/ });
      const searches = links.map((link) => new URL(link.getAttribute('href') ?? '', 'http://x'));
      expect(searches.map(({ searchParams }) => searchParams.getAll('domain'))).toEqual(
        domains ? [domains] : [],
      );
    },
  );

  it('has no links to answers if the service does not list answers', async () => {
    open(`${path}?list=citedNotNamed`);
    expect(within(await findTable()).queryByRole('link')).toBeNull();
    expect(screen.queryByRole('link', { name: /read the answers/i })).toBeNull();
  });

  it('states how many domains are not listed, and that an older service gives only a minimum for the brand’s domains then', async () => {
    world.override(
      http.get(sourcesPath, async ({ request }) => {
        const { pathname, search } = new URL(request.url);
        const response = await world.send(pathname + search, 'agency');
        return HttpResponse.json({ ...(await response.json()), citedOwn: null, more: 123 });
      }),
    );
    open();
    expect(
      await screen.findByText(/^3\sdomains · 123\sdomains cited less often are not listed$/),
    ).toBeTruthy();
    expect(screen.getByText(/^at least 33.3%$/)).toBeTruthy();
  });

  it('downloads every domain, even those filtered out of view', async () => {
    const user = userEvent.setup();
    open(`${path}?owner=own`);
    await findTable();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await user.click(screen.getByRole('button', { name: /CSV/ }));
    await waitFor(() => expect(downloads()).toHaveLength(1));
    const [file] = downloads();
    expect(file?.name).toMatch(/ sources 2026-01-01 to 2026-01-05\.csv$/);
    const rows = (await file?.blob.text())?.trim().split('\r\n') ?? [];
    // A header, and a row for each of three domains in four scans.
    expect(rows).toHaveLength(13);
  });

  it('explains a missing capability without requesting sources', async () => {
    open(path, []);
    expect(await screen.findByText(/^This service does not report the sources/)).toBeTruthy();
    expect(sightlineCalls(world.calls)).toEqual([]);
  });
});

describe('a sources page without domains', () => {
  it.each([
    [
      'no answer in view cites a source',
      measured.siteId,
      '?platform=chatgpt_app',
      /^No answer with these filters and dates cites/,
    ],
    ['no answer is in view', measured.siteId, '?tag=none', /^No answer matches these filters and/],
    ['no scan has completed', moreSites.bare, '', /^No completed scans yet/],
    [
      'no scan has finished, regardless of other parameters',
      moreSites.bare,
      '?compare=previous&hide=x',
      /^No completed scans yet/,
    ],
  ])('says that %s', async (_, siteId, search, reason) => {
    open(`/sites/${siteId}/sources${search}`);
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Domains' })).toBeNull();
    expect(screen.queryAllByRole('button', { name: 'Clear filters and dates' })).toHaveLength(
      siteId === moreSites.bare ? 0 : 1,
    );
  });
});

describe('the Sources tab', () => {
  it.each([
    ['no client', ''],
    ['a client', `&client=${branches.first.ids.clientId}`],
  ])(
    'opens the page of the same site, with %s, and is hidden without the capability',
    async (_, client) => {
      const base = `/sites/${measured.siteId}`;
      const page = open(`${base}/timeline?region=US${client}`);
      const link = await screen.findByRole('link', { name: 'Sources' });
      await userEvent.click(link);
      await waitFor(() => expect(page.address()).toBe(`${base}/sources?region=US${client}`));
      await findTable();
      expect(screen.getByRole('link', { name: 'Sources' }).getAttribute('aria-current')).toBe(
        'page',
      );
      page.unmount();
      open(`${base}/timeline`, []);
      await screen.findByRole('link', { name: 'Matrix' });
      expect(screen.queryByRole('link', { name: 'Sources' })).toBeNull();
    },
  );
});

describe('a failure of the service', () => {
  it.each(faultHandlersOf('HTML', 'status 403', 'no body'))(
    'is reported as a failure, and never as a lack of sources: %s',
    async (_, handler) => {
      world.override(handler);
      open();
      expect(
        await screen.findByText('The sources could not be loaded', {}, { timeout: 20_000 }),
      ).toBeTruthy();
      expect(screen.queryByText(/^(No answer|No completed scans)/)).toBeNull();
      expect(screen.queryByRole('table', { name: 'Domains' })).toBeNull();
    },
  );

  it('is reported if no response arrives in time, and can be retried', async () => {
    vi.useFakeTimers({ now, shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    world.override(hangingHandler);
    open();
    await screen.findByText(/^4\sscans/);
    await vi.advanceTimersByTimeAsync(responseTimeout);
    expect(await screen.findByText('The sources could not be loaded')).toBeTruthy();
    world.restore();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findTable()).toBeTruthy();
  });

  it('leaves trends as numbers of answers if only the counts are unreadable', async () => {
    world.override(
      http.get('*/sightline/v1/sites/:siteId/reports/counts', () => HttpResponse.json([])),
    );
    open();
    expect(await findCellTexts()).toContainEqual([
      'acme.example',
      '33.3% 3 of 9',
      'Own',
      '−1.5 answers',
      '33.3% 1 of 3',
      '2 of 3',
    ]);
    expect(screen.getByRole('button', { name: 'Trend (number of answers)' })).toBeTruthy();
  });
});
