import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { branches, type KeyName, measured } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { runningEntry, runningScan } from '../../../tests/setup/fake-scans.ts';
import { scopesWithout } from '../../../tests/setup/key-scopes.ts';
import { setUpScans } from '../../../tests/setup/scans-world.ts';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { scansScope } from '../../contract/scopes.ts';

setUpBrowser();
const world = setUpService();
const fake = setUpScans(world);

const clientId = branches.first.ids.clientId ?? '';
const running = () => ({ ...runningEntry(runningScan()), clientId });
const problem = {
  siteId: measured.siteId,
  siteName: 'Shop',
  clientId,
  reason: 'The newest scan failed. The key was refused.',
  since: null,
};

const open = (
  path: string,
  { capabilities = ['collect'], canRunScans = true, key = 'agency' as KeyName } = {},
) => {
  const settings = world.signedIn(key);
  const session = settings.session && {
    ...settings.session,
    scopes: scopesWithout(!canRunScans && scansScope),
  };
  return openDashboard(path, { ...settings, session, capabilities });
};
const countCalls = () => world.calls.filter((call) => call.endsWith('/collecting')).length;
const findList = () => screen.findByRole('list', { name: 'Running scans' });

describe('above the list of clients', () => {
  it('a failed or overdue schedule is a notice that leads to the scans of its site', async () => {
    fake.runningScans = { running: [], lastEndedAt: null, problems: [problem] };
    open('/clients');
    const link = await screen.findByRole('link', { name: 'Shop' });
    expect(link.closest('[role="status"]')?.textContent?.trim()).toBe(
      'Shop: The newest scan failed. The key was refused.',
    );
    expect(link.getAttribute('href')).toBe(`/sites/${measured.siteId}/scans?client=${clientId}`);
  });

  it('a running scan shows how far it is', async () => {
    fake.runningScans = { running: [running()], lastEndedAt: null, problems: [] };
    open('/clients');
    expect((await findList()).textContent).toBe('Scanning Shop312 of 480 answers');
  });

  it('a running scan says which platforms it waits for', async () => {
    const waitingFor = ['claude_api', 'chatgpt_api'];
    fake.runningScans = {
      running: [{ ...running(), waitingFor }],
      lastEndedAt: null,
      problems: [],
    };
    open('/clients');
    expect((await findList()).textContent).toBe(
      'Scanning Shop312 of 480 answers, waiting for Claude API and ChatGPT API',
    );
  });

  it('one problem is listed and the others counted, until they are shown', async () => {
    const problems = Array.from({ length: 5 }, (_, at) => ({
      ...problem,
      siteId: problem.siteId.replace(/.$/, String(at)),
      siteName: `Shop ${at}`,
    }));
    fake.runningScans = { running: [], lastEndedAt: null, problems };
    open('/clients');
    const names = () =>
      screen.getAllByRole('link', { name: /^Shop \d$/ }).map(({ textContent }) => textContent);
    const button = await screen.findByRole('button', { name: 'Show 4 more sites with problems' });
    expect(names()).toEqual(['Shop 0']);
    await userEvent.click(button);
    expect(names()).toEqual(['Shop 0', 'Shop 1', 'Shop 2', 'Shop 3', 'Shop 4']);
    expect(document.activeElement).toBe(button);
    await userEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
    expect(names()).toEqual(['Shop 0']);
  });
});

describe('above the sites of a client', () => {
  it('only its own scans and problems are shown', async () => {
    fake.runningScans = {
      running: [running(), { ...running(), scanId: measured.siteId, clientId: measured.siteId }],
      lastEndedAt: null,
      problems: [{ ...problem, siteName: 'Other', clientId: null }],
    };
    open(`/clients/${clientId}/sites`);
    expect(within(await findList()).getAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByText(/The newest scan failed/)).toBeNull();
  });
});

describe('the progress in the header of a site', () => {
  it('is on the other pages of the site whose scan runs, and leads to its scans with the same filters', async () => {
    fake.runningScans = { running: [running()], lastEndedAt: null, problems: [] };
    open(`/sites/${measured.siteId}/timeline?tag=price&range=90d`);
    const link = await screen.findByRole('link', { name: /^Scan ?65% ?: ?312 of 480 answers$/ });
    expect(link.getAttribute('href')).toBe(`/sites/${measured.siteId}/scans?tag=price&range=90d`);
  });

  it('is not on the pages of other sites', async () => {
    fake.runningScans = { running: [running()], lastEndedAt: null, problems: [] };
    open(`/sites/${branches.second.ids.siteId}/timeline`);
    await vi.waitFor(() => expect(countCalls()).toBe(1));
    await screen.findByRole('link', { name: 'Scans' });
    expect(screen.queryByRole('link', { name: /^Scan \d/ })).toBeNull();
  });
});

describe('running scans', () => {
  it.each([
    ['the service runs no scans', { capabilities: [] }],
    ['the key may not run them', { canRunScans: false }],
  ])('is never requested if %s', async (_, options) => {
    open('/clients', options);
    await screen.findByRole('heading', { name: 'Clients' });
    await screen.findByRole('searchbox', { name: 'Find a client' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countCalls()).toBe(0);
  });

  it('is requested every minute while nothing runs, and every two seconds while something does', async () => {
    open('/clients');
    await vi.waitFor(() => expect(countCalls()).toBe(1));
    await screen.findByRole('searchbox', { name: 'Find a client' });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(countCalls()).toBe(1);
    fake.runningScans = { running: [running()], lastEndedAt: null, problems: [] };
    await vi.advanceTimersByTimeAsync(1_000);
    await findList();
    expect(countCalls()).toBe(2);
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(countCalls()).toBe(3));
  });

  it('is not requested again for a key that may not see it', async () => {
    world.override(
      http.get('*/sightline/v1/collecting', () => HttpResponse.json({}, { status: 403 })),
    );
    const { session } = open('/clients');
    await vi.waitFor(() => expect(countCalls()).toBe(1));
    await vi.waitFor(() => expect(session.get().client.isFetching()).toBe(0));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(countCalls()).toBe(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
