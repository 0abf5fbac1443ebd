import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { measured, unknownId, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import {
  faultHandlersOf,
  hangingHandler,
  sightlineCalls,
} from '../../../../tests/setup/sightline-faults.ts';
import { problemTypes } from '../../../contract/problem.ts';
import { type Note, NoteList } from '../../../contract/resources.ts';
import { notesScope } from '../../../contract/scopes.ts';
import type { AuthoredNote } from '../../../contract/sightline/recommendations.ts';
import { responseTimeout } from '../../api/request.ts';

setUpBrowser();
const world = setUpService();
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const path = `/sites/${measured.siteId}/timeline`;
const [firstId = '', secondId = '', thirdId = ''] = measured.recommendations;
const listPath = '*/sightline/v1/sites/:siteId/recommendations';
const noteListPath = '*/sightline/v1/sites/:siteId/recommendations/:recommendationId/notes';
const newNotePath = '*/v1/sites/:siteId/recommendations/:recommendationId/notes';

const recommendations = [
  {
    id: thirdId,
    title: 'Publish test results',
    body: 'Reviewers cite tests.\n\nPublish yours:\n- shoes\n- care <b>guides</b>',
    status: 'in progress',
    createdAt: '2026-01-15T09:00:00Z',
  },
  { id: secondId, title: 'Answer care questions', body: '', status: null, createdAt: null },
  { id: firstId, title: 'Say more', body: 'More.', status: 'open', createdAt: null },
];
const createNote = (n: number, body: string, author: string | null = null): AuthoredNote => ({
  activityId: uuid(0x9000 + n),
  body,
  author,
  audience: 'client',
  canChange: true,
  createdAt: `2026-01-20T10:${String(n).padStart(2, '0')}:00.000Z`,
});

/** Responds with a page of a list; a cursor is the index of a page's first item. */
function respondWithPage<T>(items: readonly T[], request: Request, size: number) {
  const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
  const data = items.slice(from, from + size);
  const nextCursor = from + size < items.length ? String(from + size) : null;
  return HttpResponse.json({ data, nextCursor });
}

/** Lists recommendations and their notes, `size` at a time. Notes are still added through v1. */
function mockLists(initialNotes: ReadonlyMap<string, readonly Note[]> = new Map(), size = 2): void {
  const notes = new Map(initialNotes);
  world.override(
    http.post(newNotePath, async ({ request, params }) => {
      const { siteId, recommendationId } = params;
      const target = `/v1/sites/${siteId}/recommendations/${recommendationId}/notes`;
      const response = await world.send(target, 'agency', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: await request.text(),
      });
      const { data } = v.parse(NoteList, await response.clone().json());
      const key = String(recommendationId);
      notes.set(key, [...data, ...(initialNotes.get(key) ?? [])]);
      return response;
    }),
    http.get(listPath, ({ request }) =>
      respondWithPage(
        recommendations.map((recommendation) => ({
          ...recommendation,
          notes: notes.get(recommendation.id)?.length ?? 0,
        })),
        request,
        size,
      ),
    ),
    http.get(noteListPath, ({ request, params }) =>
      respondWithPage(notes.get(String(params['recommendationId'])) ?? [], request, size),
    ),
  );
}

const open = (search = '', capabilities: readonly string[] = ['recommendations']) =>
  openAllDates(path, search, {
    ...world.signedIn('agency'),
    capabilities: [...capabilities],
  });
const findDrawer = async (name = 'Recommendations') =>
  within(await screen.findByRole('dialog', { name }));
const openNotes = async () => userEvent.click(await screen.findByRole('button', { name: 'Notes' }));
const findRows = async () =>
  (await findDrawer()).queryAllByRole('listitem').map(({ textContent }) => textContent);
const findBodies = async () =>
  (await findDrawer())
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);

describe('a key that cannot read notes', () => {
  it('gets a plain statement instead of a list, and can still add a note', async () => {
    const user = userEvent.setup();
    mockLists();
    const type = problemTypes.notesHidden;
    world.override(
      http.get(noteListPath, () => HttpResponse.json({ type }, { status: 403 })),
      http.post(newNotePath, () => HttpResponse.json({ data: [] }, { status: 201 })),
    );
    open(`?recommendation=${thirdId}`);
    const drawer = await findDrawer();
    expect(await drawer.findByText('This key cannot read notes, so none are listed.')).toBeTruthy();
    expect(drawer.queryByText('The notes could not be loaded')).toBeNull();
    await user.type(drawer.getByLabelText('New note'), 'Written blind');
    await user.click(drawer.getByRole('button', { name: 'Add note' }));
    expect(await drawer.findByText('The note was added.')).toBeTruthy();
    expect(drawer.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('');
  });
});

it('the form for a note says who can read it', async () => {
  mockLists();
  open(`?recommendation=${thirdId}`);
  const text = 'Anyone with a key to this site may read the note; shared links never show notes.';
  expect(await (await findDrawer()).findByText(text)).toBeTruthy();
});

describe('the recommendations', () => {
  it('are listed with status and number of notes, and one opens with its text and notes', async () => {
    const user = userEvent.setup();
    const notes = [createNote(2, 'Second.', 'Éva’s key'), createNote(1, 'First.')];
    mockLists(new Map([[thirdId, notes]]), 9);
    const { address } = open();
    await openNotes();
    expect(await (await findDrawer()).findByRole('button', { name: /^Say more/ })).toBeTruthy();
    expect(await findRows()).toEqual([
      expect.stringMatching(/^Publish test resultsin progress · 2\snotes · .*2026/),
      'Answer care questionsNo notes',
      'Say moreopen · No notes',
    ]);
    expect((await findDrawer()).queryByLabelText('Recommendation ID')).toBeNull();
    await user.click((await findDrawer()).getByRole('button', { name: /^Publish test results/ }));
    await waitFor(() => expect(address()).toContain(`recommendation=${thirdId}`));
    const heading = await (await findDrawer()).findByRole('heading', {
      name: 'Publish test results',
    });
    expect(document.activeElement).toBe(heading);
    expect(await (await findDrawer()).findByText('Second.')).toBeTruthy();
    expect(await findBodies()).toEqual(['Second.', 'First.']);
    expect(await findRows()).toEqual([
      expect.stringMatching(/^Second\.Éva’s key · \w+, Jan 20, 2026/),
      expect.stringMatching(/^First\.\w+, Jan 20, 2026/),
    ]);
    // The text is shown as it is, line breaks included.
    const text = (await findDrawer()).getByText(/Reviewers cite tests/);
    expect(text.textContent).toBe(recommendations[0]?.body);
    await user.click((await findDrawer()).getByRole('button', { name: 'All recommendations' }));
    await waitFor(() => expect(address()).toBe(path));
    expect(document.activeElement).toBe(
      await (await findDrawer()).findByRole('button', { name: /^Publish test results/ }),
    );
  });

  it.each([
    ['the one that was linked to', secondId, /^Answer care questions/],
    ['the first one if the linked one is not loaded', firstId, /^Publish test results/],
    ['the first one if the linked one does not exist', unknownId, /^Publish test results/],
  ])('are listed with focus on %s', async (_, id, name) => {
    const user = userEvent.setup();
    mockLists();
    // Prevents the second page from loading on scroll.
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    open(`?recommendation=${id}`);
    await user.click(
      await (await findDrawer()).findByRole('button', { name: 'All recommendations' }),
    );
    const row = await (await findDrawer()).findByRole('button', { name });
    await waitFor(() => expect(document.activeElement).toBe(row));
  });

  it('are loaded page by page, and so are their notes', async () => {
    const user = userEvent.setup();
    const notes = [5, 4, 3, 2, 1].map((n) => createNote(n, `Note ${n}.`));
    mockLists(new Map([[firstId, notes]]), 2);
    open();
    await openNotes();
    // The third recommendation is on the second page, which loads by itself because the end of the list is in view.
    await user.click(await (await findDrawer()).findByRole('button', { name: /^Say more/ }));
    expect(await (await findDrawer()).findByText('Note 4.')).toBeTruthy();
    expect(await findBodies()).toEqual(['Note 5.', 'Note 4.']);
    await user.click((await findDrawer()).getByRole('button', { name: 'Load older notes' }));
    await (await findDrawer()).findByText('Note 2.');
    await user.click((await findDrawer()).getByRole('button', { name: 'Load older notes' }));
    await (await findDrawer()).findByText('Note 1.');
    expect(await findBodies()).toEqual(notes.map(({ body }) => body));
    expect((await findDrawer()).queryByRole('button', { name: 'Load older notes' })).toBeNull();
  });

  it.each([1, 9])(
    'open from a link, whichever page of the list they are on (%i per page)',
    async (size) => {
      mockLists(new Map([[firstId, [createNote(1, 'First.')]]]), size);
      open(`?recommendation=${firstId}`);
      expect(await (await findDrawer()).findByRole('heading', { name: 'Say more' })).toBeTruthy();
      expect(await (await findDrawer()).findByText('First.')).toBeTruthy();
    },
  );

  it('show the draft and a way back to the list if the address has an unknown ID', async () => {
    const user = userEvent.setup();
    mockLists();
    const settings = { ...world.signedIn('agency'), capabilities: ['recommendations'] };
    const name = `sightline-draft ${settings.session?.keyFingerprint} ${measured.siteId} ${unknownId}`;
    localStorage.setItem(name, JSON.stringify({ text: 'Kept.', state: 'unsent', since: 0 }));
    openAllDates(path, `?recommendation=${unknownId}`, settings);
    await (await findDrawer()).findByRole('heading', { name: 'Recommendation not found' });
    expect((await findDrawer()).getByLabelText<HTMLTextAreaElement>('New note').value).toBe(
      'Kept.',
    );
    await user.click((await findDrawer()).getByRole('button', { name: 'All recommendations' }));
    expect(await (await findDrawer()).findByRole('button', { name: /^Say more/ })).toBeTruthy();
  });

  it('still show a new note after the drawer or the dashboard is opened again', async () => {
    const user = userEvent.setup();
    const dashboard = open(`?recommendation=${firstId}`);
    await user.type(await (await findDrawer()).findByLabelText('New note'), 'Before.');
    await user.click((await findDrawer()).getByRole('button', { name: 'Add note' }));
    expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
    expect(await findBodies()).toEqual(['Before.']);
    await user.click((await findDrawer()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openNotes();
    // The list counts the new note too.
    const row = await (await findDrawer()).findByRole('button', { name: /open · 1\snote · / });
    await user.click(row);
    expect(await (await findDrawer()).findByText('Before.')).toBeTruthy();
    expect((await findDrawer()).getByText('Say more, in more words')).toBeTruthy();
    dashboard.unmount();
    open(`?recommendation=${firstId}`);
    expect(await (await findDrawer()).findByText('Before.')).toBeTruthy();
    expect(await findBodies()).toEqual(['Before.']);
    expect(world.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('show that a note was saved although the response was lost', async () => {
    const user = userEvent.setup();
    mockLists(new Map(), 9);
    let isSaved = false;
    world.override(
      http.post(newNotePath, () => {
        isSaved = true;
        return HttpResponse.error();
      }),
      http.get(noteListPath, () =>
        HttpResponse.json({ data: isSaved ? [createNote(1, 'Once.')] : [], nextCursor: null }),
      ),
    );
    open(`?recommendation=${thirdId}`);
    expect(await (await findDrawer()).findByText('No notes yet.')).toBeTruthy();
    await user.type((await findDrawer()).getByLabelText('New note'), 'Once.');
    await user.click((await findDrawer()).getByRole('button', { name: 'Add note' }));
    expect(await (await findDrawer()).findByText('The note may have been saved.')).toBeTruthy();
    await waitFor(async () => expect(await findBodies()).toEqual(['Once.']));
  });

  it('can still be listed if one could not be loaded', async () => {
    const user = userEvent.setup();
    mockLists();
    world.override(
      http.get(listPath, ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json({ data: 7 })
          : respondWithPage(recommendations, request, 2),
      ),
    );
    open(`?recommendation=${unknownId}`);
    expect(
      await (await findDrawer()).findByText('The recommendation could not be loaded'),
    ).toBeTruthy();
    await user.click((await findDrawer()).getByRole('button', { name: 'All recommendations' }));
    expect(
      await (await findDrawer()).findByRole('button', { name: /^Publish test results/ }),
    ).toBeTruthy();
  });

  it('accept a new note even if their notes cannot be loaded', async () => {
    const user = userEvent.setup();
    mockLists(new Map(), 9);
    world.override(http.get(noteListPath, () => HttpResponse.json({ data: 7 })));
    open(`?recommendation=${thirdId}`);
    expect(await (await findDrawer()).findByText('The notes could not be loaded')).toBeTruthy();
    await user.type((await findDrawer()).getByLabelText('New note'), 'Anyway.');
    await user.click((await findDrawer()).getByRole('button', { name: 'Add note' }));
    expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
    expect(await findBodies()).toEqual(['Anyway.']);
  });

  it('are replaced by a message if a site has none', async () => {
    world.override(http.get(listPath, () => HttpResponse.json({ data: [], nextCursor: null })));
    open();
    await openNotes();
    expect(
      await (await findDrawer()).findByText('This site has no recommendations yet.'),
    ).toBeTruthy();
  });
});

describe('the drawer with a read-only key', () => {
  it.each([
    ['in the list', ['recommendations'], '', 'Recommendations'],
    ['on a recommendation', ['recommendations'], `?recommendation=${thirdId}`, 'Recommendations'],
    ['without a list', [], '', 'Recommendation notes'],
  ] as const)(
    'says that this key cannot add notes instead of showing the field (%s)',
    async (_, capabilities, search, name) => {
      mockLists(new Map([[thirdId, [createNote(1, 'Readable.')]]]), 9);
      const settings = world.signedIn('readonly');
      const session = settings.session && {
        ...settings.session,
        scopes: scopesWithout(notesScope),
      };
      openAllDates(path, search, {
        ...settings,
        session,
        capabilities: [...capabilities],
      });
      if (search === '') await openNotes();
      expect(await (await findDrawer(name)).findByText('This key cannot add notes.')).toBeTruthy();
      expect((await findDrawer(name)).queryByLabelText('New note')).toBeNull();
      expect((await findDrawer(name)).queryByRole('button', { name: 'Add note' })).toBeNull();
      if (search !== '')
        expect(await (await findDrawer(name)).findByText('Readable.')).toBeTruthy();
    },
  );
});

describe('the drawer without a list of recommendations', () => {
  it('does not suggest adding a note with a key that cannot add any', async () => {
    world.override(http.get(listPath, () => HttpResponse.json({ data: 7 })));
    const settings = world.signedIn('readonly');
    const session = settings.session && { ...settings.session, scopes: scopesWithout(notesScope) };
    openAllDates(path, '', {
      ...settings,
      session,
      capabilities: ['recommendations'],
    });
    await openNotes();
    expect(await (await findDrawer()).findByText('This key cannot add notes.')).toBeTruthy();
    expect((await findDrawer()).queryByText(/You can still add a note/)).toBeNull();
  });

  it('requests no list without the capability, and has a field for the ID', async () => {
    open('', []);
    await openNotes();
    expect(
      await (await findDrawer('Recommendation notes')).findByLabelText('Recommendation ID'),
    ).toBeTruthy();
    expect(sightlineCalls(world.calls)).toEqual([]);
  });

  it.each(faultHandlersOf('HTML', 'status 404', 'the wrong shape'))(
    'has a field for the ID after %s',
    async (_, handler) => {
      const user = userEvent.setup();
      world.override(handler);
      open();
      await openNotes();
      const field = await (await findDrawer()).findByLabelText('Recommendation ID');
      expect(
        (await findDrawer()).getByText('The recommendations could not be loaded'),
      ).toBeTruthy();
      expect((await findDrawer()).getByText(/You can still add a note/)).toBeTruthy();
      await user.click(field);
      await user.paste(firstId);
      await user.type((await findDrawer()).getByLabelText('New note'), 'Still possible.');
      await user.click((await findDrawer()).getByRole('button', { name: 'Add note' }));
      expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
    },
  );

  it('has a field for the ID if no response arrives in time, and shows the recommendation after a retry', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    world.override(hangingHandler);
    open(`?recommendation=${firstId}`);
    await findDrawer();
    await vi.advanceTimersByTimeAsync(responseTimeout);
    expect(await (await findDrawer()).findByLabelText('Recommendation ID')).toBeTruthy();
    world.restore();
    mockLists(new Map(), 9);
    await user.click((await findDrawer()).getByRole('button', { name: 'Try again' }));
    expect(await (await findDrawer()).findByRole('heading', { name: 'Say more' })).toBeTruthy();
  });
});

describe('notes for the team', () => {
  const openWith = (key: 'agency' | 'client') => {
    const settings = world.signedIn(key);
    const isClientKey = key === 'client';
    openAllDates(path, `?recommendation=${firstId}`, {
      ...settings,
      session: settings.session && { ...settings.session, isClientKey, isBusinessKey: false },
      capabilities: ['recommendations', 'notes'],
    });
  };

  it('are the default, and can be changed for the client and deleted in the drawer', async () => {
    const user = userEvent.setup();
    openWith('agency');
    const drawer = await findDrawer();
    await user.type(await drawer.findByLabelText('New note'), 'Between us');
    expect(drawer.getByLabelText<HTMLInputElement>('The team').checked).toBe(true);
    await user.click(drawer.getByRole('button', { name: 'Add note' }));
    expect(await drawer.findByText('For the team')).toBeTruthy();
    await user.click(await drawer.findByRole('button', { name: 'Edit “Between us”' }));
    const field = drawer.getByLabelText<HTMLTextAreaElement>('Note');
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    expect(drawer.getByText('Write the note first, or delete it.')).toBeTruthy();
    await user.type(field, 'For al');
    await user.type(field, 'l', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect([field.value, field.selectionStart]).toEqual(['Flor al', 2]);
    await user.clear(field);
    await user.type(field, 'For all');
    await user.click(drawer.getAllByLabelText('The client too').at(-1) ?? field);
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    expect(await drawer.findByText('The note was changed.')).toBeTruthy();
    expect(drawer.getByText('For the client too')).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'Delete “For all”' }));
    await user.click(drawer.getByRole('button', { name: 'Keep it' }));
    const button = drawer.getByRole('button', { name: 'Delete “For all”' });
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await user.click(drawer.getByRole('button', { name: 'Delete the note' }));
    expect(await drawer.findByText('The note was deleted.')).toBeTruthy();
    expect(drawer.queryByText('For all')).toBeNull();
  });

  it('are no choice for a key limited to one client, which uses v1', async () => {
    const user = userEvent.setup();
    openWith('client');
    const drawer = await findDrawer();
    await user.type(await drawer.findByLabelText('New note'), 'Ours');
    expect(drawer.queryByText('This note is for')).toBeNull();
    await user.click(drawer.getByRole('button', { name: 'Add note' }));
    expect(await drawer.findByText('The note was added.')).toBeTruthy();
    expect(drawer.queryByText('For the client too')).toBeNull();
    expect(world.calls).toContain(
      `POST /v1/sites/${measured.siteId}/recommendations/${firstId}/notes`,
    );
  });
});
