import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();
const { siteId, scans, prompts } = measured;
const listPath = '*/sightline/v1/sites/:siteId/answers';

const createAnswer = (n: number) => ({
  id: `answer-${n}`,
  scanId: scans.first,
  promptId: prompts.care,
  prompt: `Prompt ${n}`,
  text: `Text ${n}.`,
  mentions: [],
  marks: [],
  citations: [],
});
const respondWithPage = (pages: readonly (readonly number[])[], request: Request) => {
  const page = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
  const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
  return HttpResponse.json({ data: pages[page]?.map(createAnswer), nextCursor });
};

/** Opens a list with these pages, and its first answer beside it. Only the first page loads automatically. */
function open(pages: readonly (readonly number[])[]) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  world.override(
    http.get(listPath, ({ request }) => respondWithPage(pages, request)),
    http.get(`${listPath}/:id`, ({ params }) =>
      HttpResponse.json(createAnswer(Number(String(params['id']).replace('answer-', '')))),
    ),
  );
  const settings = { ...world.signedIn('agency'), capabilities: ['answers'] };
  return openDashboard(`/sites/${siteId}/answers`, settings);
}

const findArticle = () => screen.findByRole('article', { name: 'Answer' });
const expectAnswer = async (n: number) =>
  waitFor(async () => expect((await findArticle()).textContent).toContain(`Text ${n}.`));
const getButton = (name: string) => screen.getByRole('button', { name });
const isDisabled = (name: string) => getButton(name).getAttribute('aria-disabled') === 'true';
const findPosition = async () => within(await findArticle()).getByRole('status').textContent;
const countListCalls = () => world.calls.filter((call) => /\/answers\?/.test(call)).length;

describe('the next answer', () => {
  it('is loaded from the next page that is not empty, until the list ends', async () => {
    const user = userEvent.setup();
    open([[0, 1], [], [2]]);
    await expectAnswer(0);
    await user.keyboard('j');
    await expectAnswer(1);
    expect(countListCalls()).toBe(1);
    await user.keyboard('j');
    await expectAnswer(2);
    expect(countListCalls()).toBe(3);
    expect(isDisabled('Next answer')).toBe(true);
    await user.click(getButton('Previous answer'));
    await expectAnswer(1);
    await user.click(getButton('Next answer'));
    await expectAnswer(2);
  });

  it('does not replace another choice made while its page loads', async () => {
    const user = userEvent.setup();
    open([[0, 1], [2]]);
    const gate = Promise.withResolvers<void>();
    world.override(
      http.get(listPath, async ({ request }) => {
        if (!request.url.includes('cursor')) return;
        await gate.promise;
        return respondWithPage([[0, 1], [2]], request);
      }),
    );
    await user.click(await screen.findByRole('link', { name: 'Prompt 1' }));
    await expectAnswer(1);
    await user.click(getButton('Next answer'));
    await user.click(screen.getByRole('link', { name: 'Prompt 0' }));
    await expectAnswer(0);
    gate.resolve();
    expect(await screen.findByRole('link', { name: 'Prompt 2' })).toBeTruthy();
    await user.keyboard('j');
    await expectAnswer(1);
    expect(await findPosition()).toBe('Answer 2 of 3');
  });

  it('can be retried if its page could not be loaded', async () => {
    const user = userEvent.setup();
    open([[0], [1]]);
    await expectAnswer(0);
    world.override(
      http.get(listPath, () => HttpResponse.json({ detail: 'No.' }, { status: 400 }), {
        once: true,
      }),
    );
    await user.click(getButton('Next answer'));
    const alert = await within(await findArticle()).findByRole('alert');
    expect(alert.textContent).toContain('More answers could not be loaded');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await expectAnswer(1);
    expect(within(await findArticle()).queryByRole('alert')).toBeNull();
  });
});

describe('the buttons for the next and previous answer', () => {
  it('keep the focus while answers change, even at the last one, and announce the position', async () => {
    const user = userEvent.setup();
    open([[0, 1], [2]]);
    await expectAnswer(0);
    expect(await findPosition()).toBe('Answer 1');
    const next = getButton('Next answer');
    next.focus();
    for (const n of [1, 2]) {
      await user.keyboard('{Enter}');
      await expectAnswer(n);
      expect(document.activeElement).toBe(next);
    }
    expect(await findPosition()).toBe('Answer 3 of 3');
    await user.keyboard('k');
    await expectAnswer(1);
    expect(await findPosition()).toBe('Answer 2 of 3');
    expect(document.activeElement).toBe(next);
  });
});
