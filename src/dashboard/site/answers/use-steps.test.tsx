import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import { browserWorld, openDashboard } from '../../../../tests/setup/dashboard.tsx';
import { serviceWorld } from '../../../../tests/setup/service-world.ts';

browserWorld();
const world = serviceWorld();
const { siteId, scans, prompts } = measured;
const lists = '*/sightline/v1/sites/:siteId/answers';

const answerOf = (n: number) => ({
  ...{ id: `answer-${n}`, scanId: scans.first, promptId: prompts.care, prompt: `Prompt ${n}` },
  ...{ text: `Text ${n}.`, mentions: [], marks: [], citations: [] },
});
const pageOf = (pages: readonly (readonly number[])[], request: Request) => {
  const page = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
  const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
  return HttpResponse.json({ data: pages[page]?.map(answerOf), nextCursor });
};

/** Opens a list with these pages and its first answer beside it. Only the first page loads by itself. */
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
    http.get(lists, ({ request }) => pageOf(pages, request)),
    http.get(`${lists}/:id`, ({ params }) =>
      HttpResponse.json(answerOf(Number(String(params['id']).replace('answer-', '')))),
    ),
  );
  const settings = { ...world.signedIn('agency'), capabilities: ['answers'] };
  return openDashboard(`/sites/${siteId}/answers`, settings);
}

const article = () => screen.findByRole('article', { name: 'Answer' });
const showsAnswer = async (n: number) =>
  waitFor(async () => expect((await article()).textContent).toContain(`Text ${n}.`));
const button = (name: string) => screen.getByRole('button', { name });
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const position = async () => within(await article()).getByRole('status').textContent;
const listCalls = () => world.calls.filter((call) => /\/answers\?/.test(call)).length;

describe('the next answer', () => {
  it('is loaded from the next page that is not empty, until the list ends', async () => {
    const user = userEvent.setup();
    open([[0, 1], [], [2]]);
    await showsAnswer(0);
    await user.keyboard('j');
    await showsAnswer(1);
    expect(listCalls()).toBe(1);
    await user.keyboard('j');
    await showsAnswer(2);
    expect(listCalls()).toBe(3);
    expect(isDisabled('Next answer')).toBe(true);
    await user.click(button('Previous answer'));
    await showsAnswer(1);
    await user.click(button('Next answer'));
    await showsAnswer(2);
  });

  it('does not replace another choice made while its page loads', async () => {
    const user = userEvent.setup();
    open([[0, 1], [2]]);
    const gate = Promise.withResolvers<void>();
    world.override(
      http.get(lists, async ({ request }) => {
        if (!request.url.includes('cursor')) return;
        await gate.promise;
        return pageOf([[0, 1], [2]], request);
      }),
    );
    await user.click(await screen.findByRole('link', { name: 'Prompt 1' }));
    await showsAnswer(1);
    await user.click(button('Next answer'));
    await user.click(screen.getByRole('link', { name: 'Prompt 0' }));
    await showsAnswer(0);
    gate.resolve();
    expect(await screen.findByRole('link', { name: 'Prompt 2' })).toBeTruthy();
    await user.keyboard('j');
    await showsAnswer(1);
    expect(await position()).toBe('Answer 2 of 3');
  });

  it('can be retried if its page could not be loaded', async () => {
    const user = userEvent.setup();
    open([[0], [1]]);
    await showsAnswer(0);
    world.override(
      http.get(lists, () => HttpResponse.json({ detail: 'No.' }, { status: 400 }), { once: true }),
    );
    await user.click(button('Next answer'));
    const alert = await within(await article()).findByRole('alert');
    expect(alert.textContent).toContain('More answers could not be loaded');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await showsAnswer(1);
    expect(within(await article()).queryByRole('alert')).toBeNull();
  });
});

describe('the buttons of an answer', () => {
  it('keep the focus while answers change, even at the last one, and announce the position', async () => {
    const user = userEvent.setup();
    open([[0, 1], [2]]);
    await showsAnswer(0);
    expect(await position()).toBe('Answer 1');
    const next = button('Next answer');
    next.focus();
    for (const n of [1, 2]) {
      await user.keyboard('{Enter}');
      await showsAnswer(n);
      expect(document.activeElement).toBe(next);
    }
    expect(await position()).toBe('Answer 3 of 3');
    await user.keyboard('k');
    await showsAnswer(1);
    expect(await position()).toBe('Answer 2 of 3');
    expect(document.activeElement).toBe(next);
  });
});
