import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { selectComparableAnswers, selectInitialAnswers } from './answers-to-compare.ts';
import { withoutMarkdown } from './without-markdown.ts';
import { type Comparison, compareWords, countWordsOfKind } from './word-diff.ts';

setUpBrowser();
const world = setUpService();
const { siteId, brands } = measured;
const answersPath = '*/sightline/v1/sites/:siteId/answers';

const platforms = ['chatgpt_app', 'gemini_app', 'claude_api', 'perplexity_app'];
const texts = ['Buy Acme shoes.', 'Buy Beta shoes today.', 'Buy Acme shoes.', null];
/** Creates an answer of scan 1, 2 or 3 (the newest) on a platform, given by its index. */
const createAnswer = (scan: number, platform: number) => ({
  id: `${scan}-${platform}`,
  scanId: `scan-${scan}`,
  promptId: measured.prompts.shoes,
  prompt: 'Which shoes?',
  completedAt: `2026-01-0${scan}T10:00:00Z`,
  platform: platforms[platform],
  region: 'DE',
  run: 1,
  sources: platform,
  model: `model ${platform}`,
  searched: true,
  mentions: [{ brandId: platform === 1 ? brands.beta : brands.acme, sentiment: 50 }],
});
const allAnswers = [3, 2, 1].flatMap((scan) =>
  platforms.map((_, platform) => createAnswer(scan, platform)),
);

function serveAnswers(answerTexts: readonly (string | null)[]) {
  world.override(
    http.get(answersPath, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const scan = searchParams.get('scanId');
      const platform = searchParams.get('platform');
      const data = allAnswers.filter(
        (candidate) =>
          (scan === null || candidate.scanId === scan) &&
          (platform === null || candidate.platform === platform),
      );
      return HttpResponse.json({ data, nextCursor: null });
    }),
    http.get(`${answersPath}/:id`, ({ params }) => {
      const requestedAnswer = allAnswers.find(({ id }) => id === params['id']);
      const text = answerTexts[platforms.indexOf(requestedAnswer?.platform ?? '')] ?? null;
      return HttpResponse.json({ ...requestedAnswer, text, marks: [], citations: [] });
    }),
  );
}
function open(search: string, answerTexts: readonly (string | null)[] = texts) {
  serveAnswers(answerTexts);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const settings = { ...world.signedIn('agency'), capabilities: ['answers', 'sites'] };
  return openDashboard(`/sites/${siteId}/answers${search}`, settings);
}
const textsOf = (parent: Element, selector: string) =>
  [...parent.querySelectorAll(selector)].map(({ textContent }) => textContent);

const getMenus = () => screen.getAllByLabelText<HTMLSelectElement>('Compare with');
const getOptionValues = () =>
  getMenus().map(({ options }) => [...options].map(({ value }) => value));
function getMenu(index: number): HTMLSelectElement {
  const menu = getMenus()[index];
  if (!menu) throw new Error(`Menu ${index} does not exist.`);
  return menu;
}

describe('the comparison of answers to the same prompt', () => {
  it('shows answers from other platforms, and marks the differences until marking is switched off', async () => {
    const user = userEvent.setup();
    const { address } = open('?answer=3-0');
    await user.click(await screen.findByRole('button', { name: 'Same prompt in this scan' }));
    const view = await screen.findByRole('region', { name: 'Same prompt in this scan' });
    expect(address()).toContain('beside=platforms');
    expect(await within(view).findByText('2 words added, 1 word removed.')).toBeTruthy();
    expect(await within(view).findByText('The text is the same.')).toBeTruthy();
    const columns = view.querySelectorAll('[class*=columns] > *');
    expect([...columns].map((column) => textsOf(column, 'ins'))).toEqual([
      [],
      ['Beta', ' today'],
      [],
    ]);
    expect([...columns].map((column) => textsOf(column, 'del'))).toEqual([[], ['Acme'], []]);
    expect(columns[1]?.textContent).toContain('Also names Beta. Does not name Acme.');
    await user.click(within(view).getByRole('checkbox', { name: /Mark differences/ }));
    expect([...columns].flatMap((column) => textsOf(column, 'ins'))).toEqual([]);
    await user.click(within(view).getByRole('button', { name: 'Back to the answer' }));
    expect(await screen.findByRole('article', { name: 'Answer' })).toBeTruthy();
    expect(address()).not.toContain('beside');
  });

  it('shows answers that share too little without marks, formatted, and says so', async () => {
    open('?answer=3-0&beside=platforms', [
      '**Acme** repairs boots for many years.',
      '## Tents\n\nLook at *poles*, walls &amp; weight.',
      '**Acme** repairs boots for many years.',
      null,
    ]);
    const view = await screen.findByRole('region', { name: 'Same prompt in this scan' });
    const note = 'These answers share too few words to mark the differences.';
    expect(await within(view).findAllByText(note)).toHaveLength(1);
    const heading = await within(view).findByRole('heading', { name: 'Tents' });
    const column = heading.closest('[class*=columns] > *');
    expect(column?.textContent).toContain('Look at poles, walls & weight.');
    expect(column?.querySelectorAll('ins, del')).toHaveLength(0);
  });

  it('shows the answer of a chosen platform, and says if its text is not stored', async () => {
    const user = userEvent.setup();
    open('?answer=3-0&beside=platforms');
    await waitFor(() => expect(getOptionValues()).toHaveLength(2));
    await user.selectOptions(getMenu(0), '3-3');
    expect(await screen.findByText('The text of this answer is not stored.')).toBeTruthy();
  });

  it('shows a notice only for the text that is cut short', async () => {
    const longText = 'long '.repeat(40_001);
    open('?answer=3-0&beside=platforms', texts.with(1, longText));
    const view = await screen.findByRole('region', { name: 'Same prompt in this scan' });
    expect(
      await within(view).findAllByText('Only the first 200,000 characters of the text are shown.'),
    ).toHaveLength(1);
  });

  it('does not offer an answer that another column shows', async () => {
    const user = userEvent.setup();
    open('?answer=3-0&beside=platforms');
    await waitFor(() =>
      expect(getOptionValues()).toEqual([
        ['3-1', '3-3'],
        ['3-2', '3-3'],
      ]),
    );
    await user.selectOptions(getMenu(0), '3-3');
    await waitFor(() =>
      expect(getOptionValues()).toEqual([
        ['3-1', '3-3'],
        ['3-1', '3-2'],
      ]),
    );
  });

  it('replaces a chosen answer that is no longer listed', async () => {
    const user = userEvent.setup();
    open('?answer=3-0&beside=platforms');
    await waitFor(() => expect(getOptionValues()).toHaveLength(2));
    await user.selectOptions(getMenu(0), '3-3');
    await waitFor(() => expect(getMenu(0).value).toBe('3-3'));
    world.override(
      http.get(answersPath, () =>
        HttpResponse.json({ data: allAnswers.slice(0, 3), nextCursor: null }),
      ),
    );
    vi.setSystemTime(Date.now() + 120_000);
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(getOptionValues()).toEqual([['3-2'], ['3-1']]));
  });

  it('starts with an earlier scan when comparing over time', async () => {
    open('?answer=2-0&beside=scans&zone=UTC');
    const view = await screen.findByRole('region', { name: 'Same prompt over time' });
    await waitFor(() => expect(within(view).getAllByLabelText('Compare with')).toHaveLength(2));
    const chosen = within(view)
      .getAllByRole('option')
      .filter((option) => option instanceof HTMLOptionElement && option.selected);
    expect(chosen.map((option) => option.getAttribute('value'))).toEqual(['1-0', '3-0']);
  });

  it.each(['platforms', 'scans'])(
    'loads every page of the answers to choose from, ignoring the filters in the address: %s',
    async (kind) => {
      open(`?answer=2-0&beside=${kind}&q=nothing&tag=none`);
      const receivedQueries: URLSearchParams[] = [];
      world.override(
        http.get(answersPath, ({ request }) => {
          const { searchParams } = new URL(request.url);
          if (searchParams.has('q')) return HttpResponse.json({ data: [], nextCursor: null });
          receivedQueries.push(searchParams);
          const page = Number(searchParams.get('cursor') ?? 0);
          const listedAnswers =
            kind === 'platforms'
              ? allAnswers.slice(4, 8)
              : [allAnswers[0], allAnswers[4], allAnswers[8]];
          const next = page + 1 < listedAnswers.length ? String(page + 1) : null;
          return HttpResponse.json({ data: [listedAnswers[page]], nextCursor: next });
        }),
      );
      const offeredIds =
        kind === 'platforms'
          ? [
              ['2-1', '2-3'],
              ['2-2', '2-3'],
            ]
          : [['1-0'], ['3-0']];
      await waitFor(() => expect(getOptionValues()).toEqual(offeredIds));
      const commonParameters = { promptId: measured.prompts.shoes, limit: '100' };
      expect(Object.fromEntries(receivedQueries[0] ?? [])).toEqual(
        kind === 'platforms'
          ? { ...commonParameters, scanId: 'scan-2' }
          : { ...commonParameters, region: 'DE', platform: 'chatgpt_app' },
      );
      expect(screen.queryByText(/there are more/)).toBeNull();
    },
  );

  it('loads at most five pages of answers, and says that there are more', async () => {
    open('?answer=3-0&beside=scans');
    let pages = 0;
    world.override(
      http.get(answersPath, ({ request }) => {
        if (!request.url.includes('platform')) return HttpResponse.json({ data: [] });
        pages += 1;
        const data = [{ ...createAnswer(1, 0), id: `1-0-${pages}`, scanId: `other-${pages}` }];
        return HttpResponse.json({ data, nextCursor: String(pages) });
      }),
    );
    expect(
      await screen.findByText(/the first 5\sanswers to this prompt can be chosen; there are more/),
    ).toBeTruthy();
    expect(pages).toBe(5);
  });

  it('says when there is nothing to compare with', async () => {
    open('?answer=3-0&beside=scans');
    world.override(
      http.get(answersPath, () => HttpResponse.json({ data: [allAnswers[0]], nextCursor: null })),
    );
    expect(await screen.findByText(/^No other scan has an answer/)).toBeTruthy();
  });

  it('shows an error in the column of an answer that failed to load, and can retry it', async () => {
    const user = userEvent.setup();
    open('?answer=3-0&beside=platforms');
    world.override(
      http.get(`${answersPath}/3-1`, () => HttpResponse.json({ detail: 'No.' }, { status: 400 }), {
        once: true,
      }),
    );
    const alert = await screen.findByRole('alert');
    expect(alert.closest('[class*=columns]')).not.toBeNull();
    expect(await screen.findByText('The text is the same.')).toBeTruthy();
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 words added, 1 word removed.')).toBeTruthy();
  });
});

describe('the answers to compare with', () => {
  const baseAnswer = { scanId: 'a', promptId: 'p', platform: 'x', region: 'US', run: 2 };
  const answerWith = (fields: object) => ({
    ...baseAnswer,
    id: JSON.stringify(fields),
    completedAt: null,
    ...fields,
  });

  it('are in exactly the same region over time, although a country’s filter includes its areas', () => {
    const listed = [
      answerWith({ scanId: 'b', region: 'US:California' }),
      answerWith({ scanId: 'b' }),
    ];
    expect(selectComparableAnswers(answerWith({}), 'scans', listed)).toEqual([listed[1]]);
  });

  it('are one per scan over time: of the same run, or else the first listed', () => {
    const listed = [
      answerWith({ scanId: 'b', run: 1 }),
      answerWith({ scanId: 'b', run: 2 }),
      answerWith({ scanId: 'c', run: 1 }),
      answerWith({ run: 1 }),
    ];
    expect(selectComparableAnswers(answerWith({}), 'scans', listed)).toEqual([
      listed[1],
      listed[2],
    ]);
  });

  it('are all others of the scan, starting with those that differ only in platform', () => {
    const answersInFrance = [
      answerWith({ region: 'FR' }),
      answerWith({ region: 'FR', platform: 'y' }),
    ];
    const answersInSameRegion = [
      answerWith({ run: 1 }),
      answerWith({ platform: 'y', run: 1 }),
      answerWith({ platform: 'y' }),
    ];
    const listed = [...answersInFrance, answerWith({}), ...answersInSameRegion];
    expect(selectComparableAnswers(answerWith({}), 'platforms', listed)).toEqual([
      ...answersInSameRegion.toReversed(),
      ...answersInFrance.toReversed(),
    ]);
  });

  it('are initially from as many platforms of the scan as possible', () => {
    const others = [
      answerWith({ platform: 'y' }),
      answerWith({ platform: 'y', run: 1 }),
      answerWith({ platform: 'z' }),
    ];
    expect(selectInitialAnswers(answerWith({}), 'platforms', others)).toEqual([
      others[0],
      others[2],
    ]);
    expect(selectInitialAnswers(answerWith({}), 'platforms', others.slice(0, 2))).toEqual(
      others.slice(0, 2),
    );
  });

  it('are initially those of earlier scans, then the others in the order of the list', () => {
    const scannedOn = (day: number) => answerWith({ completedAt: `2026-01-0${day}T00:00:00Z` });
    const others = [scannedOn(9), scannedOn(8), scannedOn(3), scannedOn(2), scannedOn(1)];
    expect(selectInitialAnswers(scannedOn(5), 'scans', others)).toEqual([others[2], others[3]]);
    expect(selectInitialAnswers(scannedOn(2), 'scans', others)).toEqual([others[4], others[0]]);
  });
});

const partsOf = (comparison: Comparison) => (comparison.kind === 'marked' ? comparison.parts : []);

describe('the difference between two texts', () => {
  it.each([
    ['One two three.', 'One 2 three four.'],
    ['', ''],
    ['Naïve — “honestly” 👟', 'Naïve “honestly” 👟👟'],
    ['a\n\nb', 'a b'],
    ['One two three four five six', 'One 2 3 four five 6'],
  ])('contains both texts in full: %j, %j', (before, after) => {
    const comparison = compareWords(before, after);
    expect(comparison.kind).toBe('marked');
    const textWithout = (omittedKind: string) =>
      partsOf(comparison)
        .filter(({ kind }) => kind !== omittedKind)
        .map(({ text }) => text);
    expect(textWithout('added').join('')).toBe(before);
    expect(textWithout('removed').join('')).toBe(after);
  });

  it('counts words, but not spaces or punctuation', () => {
    const parts = partsOf(compareWords('One, two.', 'One, two: three four!'));
    expect(countWordsOfKind(parts, 'added')).toBe(2);
    expect(countWordsOfKind(parts, 'removed')).toBe(0);
  });

  it('is one mark for a replaced sentence, even if both sentences share a short word', () => {
    const before =
      'Buy at Acme. It repairs a tent for years. Prices fall in March and in September.';
    const after =
      'Buy at Acme. Staff give a very honest answer. Prices fall in March and in September.';
    expect(partsOf(compareWords(before, after)).map(({ kind, text }) => [kind, text])).toEqual([
      ['same', 'Buy at Acme. '],
      ['removed', 'It repairs a tent for years'],
      ['added', 'Staff give a very honest answer'],
      ['same', '. Prices fall in March and in September.'],
    ]);
  });

  it.each([
    [
      'no words in common',
      'The right outdoor shop depends on what you need.',
      'Zelte für Stürme haben niedrige Wände.',
    ],
    [
      'only common words, in the same order',
      'The right outdoor shop depends on what you need: advice, a wide choice, or a low price. Its staff are very helpful.',
      'The best tents for a storm have low sides. In a test by a magazine, one stood for an hour, and its poles held.',
    ],
    [
      'the same words in another order',
      'alpha beta gamma delta epsilon zeta eta theta',
      'theta eta zeta epsilon delta gamma beta alpha',
    ],
    ['one text empty', '', 'All new'],
  ])('is not marked if texts share too little: %s', (_, before, after) => {
    expect(compareWords(before, after)).toEqual({ kind: 'different' });
  });

  it('is marked if a quarter of the words are the same', () => {
    const shared = 'Prices fall in March and in September.';
    const before = `${shared} Acme repairs every pair of boots for ten years, without a receipt, by post too.`;
    const after = `${shared} Ask which materials were used here, because thin nylon tears quickly on long rocky walks.`;
    expect(compareWords(before, after).kind).toBe('marked');
  });
});

describe('the text to compare', () => {
  it.each([
    ['**Acme** and *Beta*', 'Acme and Beta'],
    ['## Tips\n\n- one\n* two', 'Tips\n\n• one\n• two'],
    [
      'See [a test](https://x.example/a) and ![a tent](https://x.example/b.png)',
      'See a test and a tent',
    ],
    ['Check `code` in __bold__', 'Check code in bold'],
    ['2 * 3 * 4 # 5 [x] (y) snake_case', '2 * 3 * 4 # 5 [x] (y) snake_case'],
    ['R&amp;D at AT&T, 3 &#60; 4', 'R&D at AT&T, 3 < 4'],
    ['one<br>two<br/>H<sub>2</sub>O', 'one\ntwo\nH2O'],
    ['\\*not emphasis\\*', '*not emphasis*'],
    ['A \ue200cite\ue202turn0search0\ue201. \ue203B\ue204', 'A. B'],
    ['C [![](data:image/png;base64,iVBORw0KGgo=)Shop](https://x.example/)', 'C Shop'],
  ])('has no Markdown syntax, but keeps other punctuation: %s', (text, expected) => {
    expect(withoutMarkdown(text)).toBe(expected);
  });
});
