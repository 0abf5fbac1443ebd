import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { measured, unknownId } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { fillStorage } from '../../../../tests/setup/full-storage.ts';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import type { PageSettings } from '../../../contract/page-settings.ts';
import { problemTypes } from '../../../contract/problem.ts';
import { notesScope } from '../../../contract/scopes.ts';

setUpBrowser();
const world = setUpService();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

const notesPath = '*/v1/sites/:siteId/recommendations/:recommendationId/notes';
const recommendation = measured.recommendations[0] ?? '';
const path = `/sites/${measured.siteId}/timeline`;
const open = (
  search = `?recommendation=${recommendation}`,
  settings: PageSettings = world.signedIn('agency'),
) => openAllDates(path, search, settings);
const findDrawer = async () =>
  within(await screen.findByRole('dialog', { name: 'Recommendation notes' }));
const findField = async () => (await findDrawer()).findByLabelText<HTMLTextAreaElement>('New note');
const findAddButton = async () => (await findDrawer()).getByRole('button', { name: 'Add note' });
const findNotes = async () =>
  (await findDrawer())
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);
const postCalls = () =>
  world.calls.filter((call) => call.startsWith('POST') && call.endsWith('/notes'));
/** Lets the service save each note, but replaces its response. */
const loseResponses = (respond: () => Response) =>
  world.override(
    http.post(notesPath, async ({ request, params }) => {
      await world.send(
        `/v1/sites/${params['siteId']}/recommendations/${params['recommendationId']}/notes`,
        'agency',
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: await request.text(),
        },
      );
      return respond();
    }),
  );

describe('the notes', () => {
  it('open on a click, and show errors at fields that are empty or invalid', async () => {
    const user = userEvent.setup();
    const { address } = open('');
    await user.click(await screen.findByRole('button', { name: 'Notes' }));
    await user.type(await findField(), 'Ask again.');
    await user.click(await findAddButton());
    expect((await findDrawer()).getByText('Enter the recommendation’s ID.')).toBeTruthy();
    expect(document.activeElement).toBe((await findDrawer()).getByLabelText('Recommendation ID'));
    await user.type((await findDrawer()).getByLabelText('Recommendation ID'), 'no id');
    await user.click(await findAddButton());
    expect((await findDrawer()).getByText('Enter a valid ID.')).toBeTruthy();
    await user.clear((await findDrawer()).getByLabelText('Recommendation ID'));
    await user.click((await findDrawer()).getByLabelText('Recommendation ID'));
    await user.paste(` ${recommendation.toUpperCase()} `);
    await waitFor(() => expect(address()).toContain(`recommendation=${recommendation}`));
    expect((await findField()).value).toBe('Ask again.');
    await user.clear(await findField());
    await user.click(await findAddButton());
    expect((await findDrawer()).getByText('Write the note first.')).toBeTruthy();
    expect(document.activeElement).toBe(await findField());
    expect(postCalls()).toEqual([]);
    await user.click((await findDrawer()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(path);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Notes' }));
  });

  it('appear immediately, are confirmed, and are listed newest first with times in the chosen time zone', async () => {
    const user = userEvent.setup();
    const gate = Promise.withResolvers<void>();
    world.override(
      http.post(notesPath, async () => gate.promise.then(() => undefined), { once: true }),
    );
    open(`?recommendation=${recommendation}&zone=Pacific/Auckland`);
    await user.type(await findField(), 'First.');
    await user.click(await findAddButton());
    await user.click(await findAddButton());
    expect(await (await findDrawer()).findByText('Sending…')).toBeTruthy();
    expect(await findNotes()).toEqual(['First.']);
    gate.resolve();
    expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
    await user.type(await findField(), 'Second.');
    await user.click(await findAddButton());
    await waitFor(async () => expect(await findNotes()).toEqual(['Second.', 'First.']));
    expect((await findField()).value).toBe('');
    expect(postCalls()).toHaveLength(2);
    // Midnight UTC is 1 p.m. in Auckland.
    expect((await findDrawer()).getAllByText(/1:00.*\(Auckland, UTC\+13\)/)).toHaveLength(2);
    expect(localStorage).toHaveLength(0);
  });

  it('are kept as drafts per recommendation across visits, for the same key only', async () => {
    const user = userEvent.setup();
    const settings = world.signedIn('agency');
    const first = open(undefined, settings);
    await user.type(await findField(), 'Half a thought');
    first.unmount();
    const second = open(`?recommendation=${unknownId}`, settings);
    expect((await findField()).value).toBe('');
    second.unmount();
    const third = open(undefined, settings);
    expect((await findField()).value).toBe('Half a thought');
    third.unmount();
    open(undefined, world.signedIn('client'));
    expect((await findField()).value).toBe('');
  });

  it.each([
    ['a missing scope', 'readonly', recommendation, /This key cannot add notes/],
    ['an unknown recommendation', 'agency', unknownId, /Recommendation not found/],
  ] as const)(
    'stay drafts and are not resent after a refusal because of %s',
    async (_, key, id, message) => {
      const user = userEvent.setup();
      open(`?recommendation=${id}`, world.signedIn(key));
      await user.type(await findField(), 'Kept.');
      await user.click(await findAddButton());
      expect((await (await findDrawer()).findByRole('alert')).textContent).toMatch(message);
      expect((await findField()).value).toBe('Kept.');
      expect(await findNotes()).toEqual([]);
      expect(postCalls()).toHaveLength(1);
    },
  );

  it('show the service’s reason for a refusal, and can be sent again', async () => {
    const user = userEvent.setup();
    const refuse = () => HttpResponse.json({ detail: 'Too long for us.' }, { status: 422 });
    world.override(http.post(notesPath, refuse, { once: true }));
    open();
    await user.type(await findField(), 'Long.');
    await user.click(await findAddButton());
    expect((await (await findDrawer()).findByRole('alert')).textContent).toContain(
      'Too long for us.',
    );
    await user.click(await findAddButton());
    expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
    expect(await findNotes()).toEqual(['Long.']);
  });

  it('can be sent again when the service refused only that call', async () => {
    const user = userEvent.setup();
    const refuse = () => HttpResponse.json({ type: problemTypes.callRefused }, { status: 403 });
    world.override(http.post(notesPath, refuse, { once: true }));
    open();
    await user.type(await findField(), 'Again.');
    await user.click(await findAddButton());
    expect(await (await findDrawer()).findByText('The note was not added')).toBeTruthy();
    await user.click(await findAddButton());
    expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
  });

  it.each([
    ['is lost', () => HttpResponse.error()],
    ['is HTML', () => HttpResponse.html('<p>Gateway</p>', { status: 502 })],
    ['cannot be read', () => HttpResponse.json({ data: [{ body: 'no id' }] }, { status: 201 })],
  ])(
    'may have been saved when the response %s, and are not resent without asking',
    async (_, respond) => {
      const user = userEvent.setup();
      loseResponses(respond);
      const settings = world.signedIn('agency');
      const first = open(undefined, settings);
      await user.type(await findField(), 'Once.');
      await user.click(await findAddButton());
      const alert = await (await findDrawer()).findByRole('alert');
      expect(alert.textContent).toContain('may have been saved');
      expect((await findField()).value).toBe('Once.');
      await user.click(await findAddButton());
      expect(postCalls()).toHaveLength(1);
      first.unmount();

      open(undefined, settings);
      expect((await (await findDrawer()).findByRole('alert')).textContent).toContain(
        'may have been saved',
      );
      await user.click((await findDrawer()).getByRole('button', { name: /discard the draft/ }));
      expect((await findField()).value).toBe('');
      world.restore();
      await user.type(await findField(), 'Next.');
      await user.click(await findAddButton());
      await waitFor(async () => expect(await findNotes()).toEqual(['Next.', 'Once.']));
    },
  );

  it('can be kept as drafts if the outcome is unknown, with focus in the field', async () => {
    const user = userEvent.setup();
    loseResponses(() => HttpResponse.error());
    open();
    await user.type(await findField(), 'Maybe.');
    await user.click(await findAddButton());
    const alert = await (await findDrawer()).findByRole('alert');
    expect(alert.textContent).toContain('The service could not be reached.');
    expect(alert.textContent).toContain('kind: unreachable');
    await user.click((await findDrawer()).getByRole('button', { name: /keep the draft/ }));
    expect((await findDrawer()).queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(await findField());
    await user.type(await findField(), ' Not.');
    expect((await findField()).value).toBe('Maybe. Not.');
    expect(postCalls()).toHaveLength(1);
  });

  it('move focus to the field when sent again, and can be resent if that response is lost too', async () => {
    const user = userEvent.setup();
    loseResponses(() => HttpResponse.error());
    open();
    await user.type(await findField(), 'Twice.');
    await user.click(await findAddButton());
    await user.click(await (await findDrawer()).findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(postCalls()).toHaveLength(2));
    expect(await (await findDrawer()).findByRole('button', { name: 'Send again' })).toBeTruthy();
    expect(document.activeElement).toBe(await findField());
  });

  it.each([
    ['has no space', () => HttpResponse.json({ detail: 'No room left.' }, { status: 507 })],
    [
      'has reached its limit',
      () =>
        HttpResponse.json(
          { type: problemTypes.notesFull, detail: 'It holds 1,000 notes.' },
          { status: 409 },
        ),
    ],
    [
      'was not reached by the host',
      () => HttpResponse.json({ type: problemTypes.upstreamNotReached }, { status: 502 }),
    ],
  ])('are not added by a service that %s, and stay drafts', async (_, respond) => {
    const user = userEvent.setup();
    world.override(http.post(notesPath, respond));
    open();
    await user.type(await findField(), 'Kept.');
    await user.click(await findAddButton());
    const alert = await (await findDrawer()).findByRole('alert');
    expect(alert.textContent).toContain('The note was not added');
    expect(alert.textContent).not.toContain('may have been saved');
    const { detail }: { detail?: string } = await respond().json();
    expect(alert.textContent).toContain(detail ?? 'The service');
    expect((await findField()).value).toBe('Kept.');
    expect((await findField()).readOnly).toBe(false);
    expect(postCalls()).toHaveLength(1);
  });

  it('are not sent while the browser is offline, unless the host is this machine', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { hostname, ...otherParts } = window.location;
    expect(hostname).toBe('localhost');
    open();
    await user.type(await findField(), 'Here.');
    await user.click(await findAddButton());
    expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
    vi.stubGlobal('location', { ...otherParts, hostname: 'reports.example.com' });
    await user.type(await findField(), 'Later.');
    await user.click(await findAddButton());
    const alert = await (await findDrawer()).findByRole('alert');
    expect(alert.textContent).toContain('The note was not added');
    expect(alert.textContent).toContain('You are offline.');
    expect((await findField()).readOnly).toBe(false);
    expect(postCalls()).toHaveLength(1);
  });

  it('cannot be sent again while another tab may still be sending them', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T10:00:00Z'), shouldAdvanceTime: true });
    const settings = world.signedIn('agency');
    const fingerprint = settings.session?.keyFingerprint ?? '';
    const name = `sightline-draft ${fingerprint} ${measured.siteId} ${recommendation}`;
    const sending = { text: 'From there.', state: 'sending', since: Date.now() - 5_000 };
    localStorage.setItem(name, JSON.stringify(sending));
    open(undefined, settings);
    expect(
      await (await findDrawer()).findByText(/This note was sent from another tab/),
    ).toBeTruthy();
    expect(await findNotes()).toEqual(['From there.']);
    expect((await findField()).readOnly).toBe(true);
    expect((await findDrawer()).queryByRole('button', { name: 'Send again' })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(15_100));
    expect((await findDrawer()).getByRole('button', { name: 'Send again' })).toBeTruthy();
    expect(postCalls()).toEqual([]);
  });

  it.each(['Add note', 'Send again'])(
    'are sent once by three quick clicks on “%s”',
    async (name) => {
      const user = userEvent.setup();
      if (name === 'Send again') loseResponses(() => HttpResponse.error());
      open();
      await user.type(await findField(), 'Once.');
      if (name === 'Send again') {
        await user.click(await findAddButton());
        await (await findDrawer()).findByRole('button', { name });
      }
      const before = postCalls().length;
      const button = (await findDrawer()).getByRole('button', { name });
      act(() => {
        for (let click = 0; click < 3; click += 1) button.click();
      });
      await waitFor(() => expect(postCalls()).toHaveLength(before + 1));
      await waitFor(async () => expect((await findDrawer()).queryByText('Sending…')).toBeNull());
      expect(postCalls()).toHaveLength(before + 1);
    },
  );

  it('do not overwrite a draft that another tab changes or discards while they are being sent', async () => {
    const user = userEvent.setup();
    const gate = Promise.withResolvers<void>();
    const settings = world.signedIn('agency');
    const name = `sightline-draft ${settings.session?.keyFingerprint} ${measured.siteId} ${recommendation}`;
    const changeInOtherTab = (value: string | null) => {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
      fireEvent(window, new StorageEvent('storage', { key: name }));
    };
    let status = 201;
    world.override(
      http.post(notesPath, async () => {
        await gate.promise;
        return HttpResponse.json(status === 201 ? { data: [] } : {}, { status });
      }),
    );
    open(undefined, settings);
    await user.type(await findField(), 'From here.');
    await user.click(await findAddButton());
    const newer = JSON.stringify({ text: 'From there.', state: 'unsent', since: 0 });
    changeInOtherTab(newer);
    gate.resolve();
    expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
    expect(localStorage.getItem(name)).toBe(newer);
    status = 500;
    await user.clear(await findField());
    await user.type(await findField(), 'Secret.');
    const late = Promise.withResolvers<void>();
    world.override(
      http.post(notesPath, () => late.promise.then(() => HttpResponse.json({}, { status }))),
    );
    await user.click(await findAddButton());
    await (await findDrawer()).findByText('Sending…');
    changeInOtherTab(null);
    late.resolve();
    await waitFor(async () => expect((await findDrawer()).queryByText('Sending…')).toBeNull());
    expect(localStorage.getItem(name)).toBeNull();
  });

  it('cannot be written with a key that the session knows to be read-only', async () => {
    const settings = world.signedIn('readonly');
    const session = settings.session && { ...settings.session, scopes: scopesWithout(notesScope) };
    open(undefined, { ...settings, session });
    const alert = await (await findDrawer()).findByRole('alert');
    expect(alert.textContent).toBe(
      'This key cannot add notes. Ask whoever runs this dashboard for a key with the scope recommendations:create.',
    );
    expect((await findDrawer()).queryByLabelText('New note')).toBeNull();
    expect((await findDrawer()).queryByRole('button', { name: 'Add note' })).toBeNull();
  });

  it('are refused once with a read-only key, and then cannot be written on another recommendation', async () => {
    const user = userEvent.setup();
    const dashboard = open(undefined, world.signedIn('readonly'));
    await user.type(await findField(), 'Kept.');
    await user.click(await findAddButton());
    await (await findDrawer()).findByText('This key cannot add notes.');
    expect((await findDrawer()).getAllByRole('alert')).toHaveLength(1);
    expect((await findDrawer()).queryByText(/does not have permission|lacks the scope/)).toBeNull();
    expect((await findField()).value).toBe('Kept.');
    expect((await findField()).readOnly).toBe(true);
    await act(() => dashboard.router.navigate({ to: `${path}?recommendation=${unknownId}` }));
    await waitFor(async () => expect((await findDrawer()).queryByLabelText('New note')).toBeNull());
    expect((await findDrawer()).getByText('This key cannot add notes.')).toBeTruthy();
    expect(postCalls()).toHaveLength(1);
  });

  it('are reported on the page, with a button to open them, if they fail while the drawer is closed', async () => {
    const user = userEvent.setup();
    const gate = Promise.withResolvers<void>();
    world.override(http.post(notesPath, async () => gate.promise.then(() => undefined)));
    open(`?recommendation=${unknownId}`);
    await user.type(await findField(), 'Kept.');
    await user.click(await findAddButton());
    await user.click((await findDrawer()).getByRole('button', { name: 'Close' }));
    gate.resolve();
    const notice = await screen.findByText(/A note was not added\./);
    expect(notice.closest('[role="alert"]')?.textContent).toContain('Recommendation not found');
    await user.click(screen.getByRole('button', { name: 'Open the note' }));
    expect((await findField()).value).toBe('Kept.');
    expect((await (await findDrawer()).findByRole('alert')).textContent).toContain(
      'The note was not added',
    );
    await user.type(await findField(), ' Once more.');
    expect((await findDrawer()).queryByRole('alert')).toBeNull();
  });

  it('are reported as possibly not saved if the response is lost while the drawer is closed', async () => {
    const user = userEvent.setup();
    const gate = Promise.withResolvers<void>();
    world.override(http.post(notesPath, async () => gate.promise.then(() => HttpResponse.error())));
    open(`?recommendation=${unknownId}`);
    await user.type(await findField(), 'Kept.');
    await user.click(await findAddButton());
    await user.click((await findDrawer()).getByRole('button', { name: 'Close' }));
    gate.resolve();
    expect(await screen.findByText(/A note may not have been saved\./)).toBeTruthy();
  });

  it('are reported until opened if they are refused while the drawer is closed', async () => {
    const user = userEvent.setup();
    const gate = Promise.withResolvers<void>();
    world.override(http.post(notesPath, async () => gate.promise.then(() => undefined)));
    open(undefined, world.signedIn('readonly'));
    await user.type(await findField(), 'Kept.');
    await user.click(await findAddButton());
    await user.click((await findDrawer()).getByRole('button', { name: 'Close' }));
    gate.resolve();
    const notice = await screen.findByText(/A note was not added\./);
    expect(notice.closest('[role="alert"]')?.textContent).toContain(
      'This key does not have permission to do this.',
    );
    await user.click(screen.getByRole('button', { name: 'Open the note' }));
    expect((await findField()).value).toBe('Kept.');
    await user.click((await findDrawer()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/A note was not added/)).toBeNull();
  });

  it('are still reported an hour after they fail while the drawer is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const gate = Promise.withResolvers<void>();
    world.override(http.post(notesPath, async () => gate.promise.then(() => undefined)));
    open(`?recommendation=${unknownId}`);
    await user.type(await findField(), 'Kept.');
    await user.click(await findAddButton());
    await user.click((await findDrawer()).getByRole('button', { name: 'Close' }));
    gate.resolve();
    await screen.findByText(/A note was not added\./);
    await act(() => vi.advanceTimersByTimeAsync(3_600_000));
    expect(screen.getByText(/A note was not added\./)).toBeTruthy();
  });

  it.each([
    ['may have been saved', 503, 'no problem type', undefined],
    ['cannot have been saved', 503, 'the type “unavailable”', problemTypes.unavailable],
    ['cannot have been saved', 429, 'no problem type', undefined],
    ['may have been saved', 500, 'the type “uncertain”', problemTypes.uncertain],
  ])('%s after a response with status %i and %s', async (outcome, status, _, type) => {
    const user = userEvent.setup();
    world.override(http.post(notesPath, () => HttpResponse.json({ type }, { status })));
    open();
    await user.type(await findField(), 'Kept.');
    await user.click(await findAddButton());
    const { textContent } = await (await findDrawer()).findByRole('alert');
    expect(textContent?.includes('may have been saved')).toBe(outcome === 'may have been saved');
  });

  it('stay visible while a wrong ID is corrected, and move to the right one', async () => {
    const user = userEvent.setup();
    open(`?recommendation=${unknownId}`);
    await user.type(await findField(), 'Meant for another.');
    await user.click(await findAddButton());
    await (await findDrawer()).findByRole('alert');
    const id = (await findDrawer()).getByLabelText('Recommendation ID');
    await user.type(id, '{Backspace}');
    expect((await findField()).value).toBe('Meant for another.');
    await user.clear(id);
    await user.paste(recommendation);
    await waitFor(async () => expect((await findField()).value).toBe('Meant for another.'));
    await user.click(await findAddButton());
    expect(await (await findDrawer()).findByText('The note was added.')).toBeTruthy();
    expect(localStorage).toHaveLength(0);
  });

  it('can be appended to a recommendation’s draft if written without an ID', async () => {
    const user = userEvent.setup();
    const settings = world.signedIn('agency');
    const first = open(undefined, settings);
    await user.type(await findField(), 'Named.');
    first.unmount();
    const second = open('', settings);
    await user.click(await screen.findByRole('button', { name: 'Notes' }));
    await user.type(await findField(), 'Unnamed.');
    second.unmount();
    open(undefined, settings);
    expect((await findField()).value).toBe('Named.');
    await user.click((await findDrawer()).getByRole('button', { name: 'Add it to this note' }));
    expect((await findField()).value).toBe('Named.\n\nUnnamed.');
    expect(localStorage).toHaveLength(1);
  });

  it('show a warning if the browser cannot save a draft, and again before the user leaves the page', async () => {
    const user = userEvent.setup();
    fillStorage();
    open();
    await user.type(await findField(), 'Here only.');
    expect((await findDrawer()).getByText(/This browser could not save the draft/)).toBeTruthy();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await user.clear(await findField());
    const later = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
  });

  it('show an error at the field if they are too long', async () => {
    const user = userEvent.setup();
    open();
    (await findField()).focus();
    await user.paste('a'.repeat(10_001));
    await user.click(await findAddButton());
    expect(
      await (await findDrawer()).findByText('The note must have at most 10000 characters.'),
    ).toBeTruthy();
    expect((await findField()).getAttribute('aria-invalid')).toBe('true');
  });

  it('are not opened for an unknown site', async () => {
    openDashboard(
      `/sites/${unknownId}/timeline?recommendation=${recommendation}&dates=all`,
      world.signedIn('agency'),
    );
    await screen.findByText('The timeline could not be loaded');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('show that the browser is offline, since the drawer covers the page’s banner', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    open();
    await findField();
    online.mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect((await findDrawer()).getByText('You are offline.')).toBeTruthy();
  });

  it('lead to sign-in if the session has ended, and are offered again to the same key', async () => {
    const user = userEvent.setup();
    const dashboard = open();
    await user.type(await findField(), 'Not lost.');
    world.endSessions();
    await user.click(await findAddButton());
    expect(await screen.findByLabelText('API key')).toBeTruthy();
    expect(Object.keys(localStorage)).toHaveLength(1);
    expect(dashboard.address()).toContain('/sign-in');
    expect(screen.getByText(/A draft note is saved on this device/)).toBeTruthy();
    await user.type(await screen.findByLabelText('API key'), `${world.key('agency')}{Enter}`);
    expect((await findField()).value).toBe('Not lost.');
    expect(postCalls()).toHaveLength(1);
  });

  it('are merged by ID, and show an invalid time unchanged', async () => {
    const user = userEvent.setup();
    const note = (activityId: string, body: string, createdAt: string | null) => ({
      activityId,
      body,
      createdAt,
    });
    const responses = [
      [note('a', 'One', '2026-01-01T10:00:00Z')],
      [
        note('b', 'Two', '2026-01-02T10:00:00Z'),
        note('a', 'One, edited', '2026-01-01T10:00:00Z'),
        note('c', 'Odd', 'yesterday'),
      ],
    ];
    world.override(http.post(notesPath, () => HttpResponse.json({ data: responses.shift() })));
    open();
    for (const text of ['One', 'Two']) {
      await user.type(await findField(), text);
      await user.click(await findAddButton());
      await waitFor(async () => expect((await findField()).value).toBe(''));
      await (await findDrawer()).findByText('The note was added.');
    }
    await waitFor(async () => expect(await findNotes()).toEqual(['Two', 'One, edited', 'Odd']));
    expect((await findDrawer()).getByText('yesterday')).toBeTruthy();
  });
});

describe('signing out with an unsent note', () => {
  const openSignOutDialog = async (user: ReturnType<typeof userEvent.setup>) => {
    open();
    await user.type(await findField(), 'Unsent.');
    await user.click((await findDrawer()).getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    return within(await screen.findByRole('dialog', { name: 'Sign out' }));
  };

  it('asks first, and can be cancelled', async () => {
    const user = userEvent.setup();
    const dialog = await openSignOutDialog(user);
    expect(dialog.getByRole('link', { name: 'Unsent.' }).getAttribute('href')).toContain(
      `/sites/${measured.siteId}/timeline?recommendation=${recommendation}`,
    );
    await user.click(dialog.getByRole('button', { name: 'Stay signed in' }));
    expect(screen.queryByLabelText('API key')).toBeNull();
    expect(localStorage).toHaveLength(1);
  });

  it.each([
    ['keeps', 'Keep drafts and sign out', 1],
    ['discards', 'Discard drafts and sign out', 0],
  ])('%s the draft on a click on “%s”', async (_, choice, count) => {
    const user = userEvent.setup();
    const dialog = await openSignOutDialog(user);
    await user.click(dialog.getByRole('button', { name: choice }));
    expect(await screen.findByLabelText('API key')).toBeTruthy();
    expect(localStorage).toHaveLength(count);
    expect(screen.queryAllByText(/A draft note is saved/)).toHaveLength(count);
  });
});
