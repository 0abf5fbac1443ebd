import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { branches, type KeyName, uuid } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import {
  createFakeScans,
  type FakeScans,
  offeredPlatform,
  runningScan,
  scanHandlers,
  siteScanSettings,
} from '../../../tests/setup/fake-scans.ts';
import { scopesWithout } from '../../../tests/setup/key-scopes.ts';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { problemMediaType } from '../../contract/problem.ts';
import { scansScope } from '../../contract/scopes.ts';
import type { ReceivedSettings } from '../../contract/sightline/scans.ts';
import type { SiteSetup } from '../../contract/sightline/setup.ts';

setUpBrowser();
const world = setUpService();
// Loads the parts that pages load on demand, so that no test waits for them to compile.
beforeAll(async () => {
  await import('./where-and-when/where-and-when.tsx');
});
let fake: FakeScans = createFakeScans();
beforeEach(() => {
  fake = createFakeScans();
  fake.siteScanSettings = siteScanSettings({
    settings: null,
    platforms: [
      offeredPlatform('chatgpt_api', 'ChatGPT API'),
      offeredPlatform('claude_api', 'Claude API', {
        connected: false,
        missing: 'Set ANTHROPIC_API_KEY.',
        suggested: false,
      }),
    ],
  });
  world.override(...scanHandlers(fake));
});

const clientId = branches.first.ids.clientId ?? '';
const offerPath = '*/sightline/v1/collection';
const scansPath = '*/sightline/v1/sites/:siteId/scans';

const everything = ['collect', 'setup', 'sites'];
/** The page settings after signing in with a key. */
const signedIn = (key: KeyName, capabilities = everything, canRunScans = true) => {
  const page = world.signedIn(key);
  const session = page.session && {
    ...page.session,
    scopes: scopesWithout(!canRunScans && scansScope),
  };
  return { ...page, session, capabilities };
};
const open = (
  path = '/clients/new',
  { key = 'agency' as KeyName, capabilities = everything, canRunScans = true } = {},
) => ({
  user: userEvent.setup({ delay: null }),
  ...openDashboard(path, signedIn(key, capabilities, canRunScans)),
});
const findStep = async () => within(await screen.findByRole('region', { name: 'Where and when' }));
type Step = Awaited<ReturnType<typeof findStep>>;
const openNewClient = async () => {
  const opened = open();
  const step = await findStep();
  const name = within(screen.getByRole('region', { name: 'Client' })).getByLabelText('Name');
  await opened.user.type(name, 'Alder');
  return { ...opened, step };
};
const save = (name = 'Create client') => screen.getByRole('button', { name });
const isAt = async (address: () => string, page: string): Promise<string> => {
  await waitFor(() => expect(address()).toMatch(new RegExp(`^/sites/[^/]+/${page}`)));
  return /^\/sites\/([^/]+)/.exec(address())?.[1] ?? '';
};
const readStored = async (siteId: string, key: KeyName = 'agency'): Promise<SiteSetup> =>
  (await world.send(`/sightline/v1/sites/${siteId}/setup`, key)).json();
const changesIn = (calls: readonly string[]) => calls.filter((call) => !call.startsWith('GET'));

/** Says from where ChatGPT is asked, and the most that it may cost. */
async function fillIn(user: ReturnType<typeof open>['user'], step: Step): Promise<void> {
  await user.type(step.getByLabelText('Regions'), 'DE{Enter}');
  await user.type(step.getByLabelText(/^Ceiling of a scan/), '3');
  await user.type(step.getByLabelText(/^Ceiling of a month/), '9');
}
const filledIn: ReceivedSettings = {
  platforms: ['chatgpt_api'],
  regions: ['DE'],
  runs: 1,
  schedule: null,
  scanCeilingUsd: 3,
  monthCeilingUsd: 9,
};

describe('where and when in the form for a new client', () => {
  it.each([
    ['the service runs no scans', { capabilities: ['setup', 'sites'] }],
    ['the key may not run them', { canRunScans: false }],
  ])('is left out if %s', async (_, options) => {
    open('/clients/new', options);
    await screen.findByRole('heading', { name: 'Questions' });
    expect(screen.queryByRole('region', { name: 'Where and when' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save and run' })).toBeNull();
    expect(world.calls.filter((call) => call.includes('/collection'))).toEqual([]);
  });

  it('is left out if what can be asked cannot be loaded', async () => {
    world.override(http.get(offerPath, () => new HttpResponse(null, { status: 404 })));
    open();
    await screen.findByRole('heading', { name: 'Questions' });
    expect(screen.queryByRole('region', { name: 'Where and when' })).toBeNull();
  });

  it('keeps what is typed while a failed request for what can be asked is repeated', async () => {
    const held = Promise.withResolvers<Response>();
    world.override(
      http.get(offerPath, () => new HttpResponse(null, { status: 404 }), { once: true }),
      http.get(offerPath, () => held.promise),
    );
    const { user } = open();
    const name = await screen.findByLabelText<HTMLInputElement>('Site name');
    await user.type(name, 'Shop');
    fireEvent(window, new Event('visibilitychange'));
    const requests = () => world.calls.filter((call) => call === 'GET /sightline/v1/collection');
    await waitFor(() => expect(requests()).toHaveLength(2));
    expect(name.isConnected).toBe(true);
    held.resolve(new HttpResponse(null, { status: 404 }));
  });

  it('says what is missing to connect a platform, and estimates scans as the form changes', async () => {
    const { user, step } = await openNewClient();
    expect(step.getByText('Not connected. Set ANTHROPIC_API_KEY.')).toBeTruthy();
    const estimate = () => step.getByRole('status').textContent;
    await user.type(step.getByLabelText('Regions'), 'DE{Enter}');
    expect(estimate()).toContain('Nothing is asked: the site has no questions.');
    await user.click(screen.getByLabelText('Add questions'));
    await user.paste('Which one?\nWhy?');
    expect(estimate()).toContain('2 questions per scan, about $0.02');
    expect(estimate()).toContain('Nothing is asked until there is a ceiling');
  });

  it('is saved by the request that creates the client, which starts no scan', async () => {
    const { user, step, address } = await openNewClient();
    await fillIn(user, step);
    await user.click(save());
    const siteId = await isAt(address, 'setup');
    await screen.findByText(/Its pages show figures once a scan has completed/);
    expect((await readStored(siteId)).collection).toEqual(filledIn);
    expect(changesIn(world.calls)).toEqual(['POST /sightline/v1/clients']);
  });

  it('is not saved if it was left as it is, which the set-up of the new site then asks for', async () => {
    const { user, address } = await openNewClient();
    await user.click(save());
    const siteId = await isAt(address, 'setup');
    expect(await screen.findByRole('link', { name: 'where and when' })).toBeTruthy();
    expect((await readStored(siteId)).collection).toBeNull();
  });

  it('has its errors at the fields, with which nothing is created', async () => {
    const { user, step } = await openNewClient();
    await user.type(step.getByLabelText(/^Ceiling of a scan/), 'three');
    await user.click(save('Save and run'));
    expect(step.getByText('Must be an amount, such as 25.')).toBeTruthy();
    expect(document.activeElement).toBe(step.getByLabelText(/^Ceiling of a scan/));
    expect(changesIn(world.calls)).toEqual([]);
  });

  it('is shown again as it was left if the session has ended and the same key signs in', async () => {
    const { user, step } = await openNewClient();
    await fillIn(user, step);
    world.endSessions();
    await user.click(save());
    world.override(http.post('*/session', () => HttpResponse.json(signedIn('agency'))));
    await user.type(await screen.findByLabelText('API key'), `${world.key('agency')}{Enter}`);
    const shown = await findStep();
    expect(shown.getByRole('button', { name: 'Remove Germany' })).toBeTruthy();
    expect(shown.getByLabelText<HTMLInputElement>(/^Ceiling of a month/).value).toBe('9');
  });
});

it.each([
  [`/clients/${clientId}/sites/new`, 'agency'],
  ['/sites/new', 'business'],
] as const)('where and when is saved with the new site of %s', async (path, key) => {
  const { user, address } = open(path, { key });
  const step = await findStep();
  await user.type(screen.getByLabelText('Site name'), 'Second shop');
  await fillIn(user, step);
  await user.click(save('Create site'));
  const siteId = await isAt(address, 'setup');
  expect((await readStored(siteId, key)).collection).toEqual(filledIn);
});

describe('saving and running something new', () => {
  it('starts a scan once the client is created, and leads to the scans', async () => {
    const { user, step, address } = await openNewClient();
    const storedAtStart: (ReceivedSettings | null)[] = [];
    world.override(
      http.post(scansPath, async ({ params }) => {
        storedAtStart.push((await readStored(String(params['siteId']))).collection);
        fake.scans = [runningScan()];
        return HttpResponse.json({ id: uuid(0x901), status: 'queued' }, { status: 202 });
      }),
    );
    await fillIn(user, step);
    await user.click(save('Save and run'));
    await isAt(address, 'scans\\?client=');
    expect(storedAtStart).toEqual([filledIn]);
    await screen.findByRole('progressbar', { name: 'Scan running' });
  });

  it('says in the new set-up why no scan was started, until something is changed', async () => {
    world.override(
      http.post(scansPath, () =>
        HttpResponse.json(
          { type: 'about:blank', title: 'No', status: 422, detail: 'No region is chosen.' },
          { status: 422, headers: { 'Content-Type': problemMediaType } },
        ),
      ),
    );
    const { user, address, router } = await openNewClient();
    await user.click(save('Save and run'));
    const siteId = await isAt(address, 'setup');
    const reason = 'Everything is saved, but no scan was started. No region is chosen.';
    await screen.findByText(reason);
    expect(address()).toMatch(/#where-and-when$/);
    expect((await readStored(siteId)).collection).toMatchObject({
      platforms: ['chatgpt_api'],
      scanCeilingUsd: null,
    });
    await waitFor(() => expect(router.state.location.state.notStarted).toBeUndefined());
    const step = await findStep();
    await user.type(step.getByLabelText(/^Ceiling of a month/), '5');
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('does not offer what was created again if the session ends before the scan starts', async () => {
    world.override(
      http.post(scansPath, () => {
        world.endSessions();
        return undefined;
      }),
    );
    const { user } = await openNewClient();
    await user.click(save('Save and run'));
    world.override(http.post('*/session', () => HttpResponse.json(signedIn('agency'))));
    await user.type(await screen.findByLabelText('API key'), `${world.key('agency')}{Enter}`);
    await findStep();
    const name = within(screen.getByRole('region', { name: 'Client' })).getByLabelText('Name');
    expect(name).toHaveProperty('value', '');
  });

  it('waits for a save in the background, and says that the scan needs this page', async () => {
    const job = { id: uuid(0x999), clientId: null, siteId: null, state: 'waiting' };
    let jobState = 'waiting';
    const started: string[] = [];
    world.override(
      http.post('*/sightline/v1/clients', () => HttpResponse.json(job, { status: 202 })),
      http.get('*/sightline/v1/setup-jobs/:id', () =>
        HttpResponse.json({ ...job, state: jobState }),
      ),
      http.post(scansPath, ({ params }) => {
        started.push(String(params['siteId']));
        return HttpResponse.json({ id: uuid(0x901), status: 'queued' }, { status: 202 });
      }),
    );
    const { user, address } = await openNewClient();
    await user.click(save('Save and run'));
    await screen.findByText('The scan starts then, unless you leave this page.');
    expect(started).toEqual([]);
    jobState = 'done';
    const siteId = await isAt(address, 'scans');
    expect(started).toEqual([siteId]);
  });
});
