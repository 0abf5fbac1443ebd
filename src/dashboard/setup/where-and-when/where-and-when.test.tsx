import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { branches, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import {
  createFakeScans,
  type FakeScans,
  offeredPlatform,
  runningScan,
  scanHandlers,
  siteScanSettings,
} from '../../../../tests/setup/fake-scans.ts';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { problemMediaType } from '../../../contract/problem.ts';
import { scansScope } from '../../../contract/scopes.ts';
import type { ReceivedSettings, ScanSettings } from '../../../contract/sightline/scans.ts';
import type { SiteSetup } from '../../../contract/sightline/setup.ts';

setUpBrowser();
const world = setUpService();
// Loads the parts that pages load on demand, so that no test waits for them to compile.
beforeAll(async () => {
  await import('./where-and-when.tsx');
});
let fake: FakeScans = createFakeScans();
beforeEach(() => {
  fake = createFakeScans();
  fake.siteScanSettings = siteScanSettings({
    platforms: [
      offeredPlatform('chatgpt_api', 'ChatGPT API', { estimateUsd: 0.0124 }),
      offeredPlatform('claude_api', 'Claude API', { estimateUsd: 0.02, suggested: false }),
      offeredPlatform('gemini_api', 'Gemini API', { takesLocation: false, suggested: false }),
      offeredPlatform('perplexity_sonar_pro', 'Perplexity Sonar Pro', {
        connected: false,
        missing: 'Set PERPLEXITY_API_KEY.',
        suggested: false,
      }),
    ],
  });
  world.override(...scanHandlers(fake));
});

/** A site without settings. */
const { siteId } = branches.first.ids;
const setupPath = `/sightline/v1/sites/${siteId}/setup`;
const scansPath = `*/sightline/v1/sites/${siteId}/scans`;

const settings: ScanSettings = {
  platforms: ['claude_api'],
  regions: ['DE'],
  runs: 2,
  schedule: { days: [1, 4], time: '06:30', zone: 'Europe/Berlin' },
  scanCeilingUsd: 5,
  monthCeilingUsd: 20,
};

const readStored = async (): Promise<SiteSetup> => (await world.send(setupPath, 'agency')).json();
const saveElsewhere = async (collection: ScanSettings) => {
  const stored = await readStored();
  const response = await world.send(setupPath, 'agency', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...stored, collection }),
  });
  expect(response.status).toBe(200);
};
const open = (capabilities: string[], canRunScans: boolean) => {
  const page = world.signedIn('agency');
  const session = page.session && {
    ...page.session,
    scopes: scopesWithout(!canRunScans && scansScope),
  };
  return {
    user: userEvent.setup({ delay: null }),
    ...openDashboard(`/sites/${siteId}/setup`, { ...page, session, capabilities }),
  };
};
const openStep = async () => {
  const opened = open(['collect', 'setup', 'sites'], true);
  const step = within(await screen.findByRole('region', { name: 'Where and when' }));
  return { ...opened, step };
};
type Step = Awaited<ReturnType<typeof openStep>>['step'];
const estimateIn = (step: Step) => step.getByRole('status').textContent;
const save = (name = 'Save') => screen.getByRole('button', { name });

describe('where and when', () => {
  it.each<[string, string[], boolean]>([
    ['the service runs no scans', ['setup', 'sites'], true],
    ['the key may not run them', ['collect', 'setup', 'sites'], false],
  ])('is not in the form if %s', async (_, capabilities, canRunScans) => {
    open(capabilities, canRunScans);
    await screen.findByRole('heading', { name: 'Questions' });
    expect(screen.queryByRole('region', { name: 'Where and when' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save and run' })).toBeNull();
    expect(world.calls.filter((call) => call.endsWith('/collection'))).toEqual([]);
  });

  it('shows what is stored, and does not count it as a change', async () => {
    await saveElsewhere(settings);
    const { step } = await openStep();
    const isChecked = (name: RegExp | string) =>
      step.getByRole<HTMLInputElement>('checkbox', { name }).checked;
    expect(isChecked(/^Claude API/)).toBe(true);
    expect(isChecked(/^ChatGPT API/)).toBe(false);
    expect(step.getByRole('button', { name: 'Remove Germany' })).toBeTruthy();
    expect(['Monday', 'Tuesday', 'Thursday'].map(isChecked)).toEqual([true, false, true]);
    expect(step.getByLabelText<HTMLInputElement>('Time').value).toBe('06:30');
    expect(step.getByLabelText<HTMLInputElement>('Time zone').value).toBe('Europe/Berlin');
    expect(step.getByLabelText<HTMLInputElement>(/^Ceiling of a month/).value).toBe('20');
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('says which of the chosen regions a chosen platform may refuse', async () => {
    fake.siteScanSettings = {
      ...fake.siteScanSettings,
      doubtfulRegions: [
        { platform: 'claude_api', region: 'KZ', refusedAt: '2026-01-30T06:00:00.000Z' },
        ...['IE', 'SG', 'CY'].map((region) => ({
          ...{ platform: 'claude_api', region, refusedAt: null },
        })),
      ],
    };
    await saveElsewhere({ ...settings, regions: ['DE', 'IE', 'SG:Central', 'KZ'] });
    const { step } = await openStep();
    expect(
      step.getByText(
        'Ireland and Singapore · Central may be refused: others report that the platform does so.',
      ),
    ).toBeTruthy();
    expect(
      step.getByText('Kazakhstan may be refused: the platform did so in the last seven days.'),
    ).toBeTruthy();
    expect(step.getAllByText(/may be refused/)).toHaveLength(2);
  });

  it('says what is missing to connect a platform, and which regions it cannot take', async () => {
    await saveElsewhere({ ...settings, platforms: ['gemini_api'], regions: ['DE', 'FR'] });
    const { step } = await openStep();
    expect(step.getByText('Not connected. Set PERPLEXITY_API_KEY.')).toBeTruthy();
    expect(
      step.getByText('Not asked for Germany and France, since no location can be sent to it.'),
    ).toBeTruthy();
    expect(estimateIn(step)).toContain('0 questions per scan, about $0.00');
    // A product with a factor of zero would say nothing.
    expect(estimateIn(step)).not.toContain('×');
  });

  it('estimates what scans cost while the form changes, and asks for ceilings', async () => {
    const { user, step } = await openStep();
    expect(step.getByRole<HTMLInputElement>('checkbox', { name: /^ChatGPT API/ }).checked).toBe(
      true,
    );
    await user.type(step.getByLabelText('Regions'), 'germany{Enter}');
    expect(estimateIn(step)).toContain('1 question per scan, about $0.01');
    expect(estimateIn(step)).toContain(
      'Nothing is asked until there is a ceiling for a scan and for a month.',
    );
    await user.click(step.getByRole('checkbox', { name: /^Claude API/ }));
    await user.clear(step.getByLabelText('Times that each question is asked'));
    await user.type(step.getByLabelText('Times that each question is asked'), '3');
    expect(estimateIn(step)).toContain('6 questions per scan, about $0.10');
    await user.type(step.getByLabelText(/^Ceiling of a scan/), '5');
    await user.type(step.getByLabelText(/^Ceiling of a month/), '20');
    expect(estimateIn(step)).not.toContain('Nothing is asked');
    await user.click(step.getByRole('checkbox', { name: 'Run scans on a schedule' }));
    expect(estimateIn(step)).toContain('About 4 scans a month');
  });

  it('refuses a text that is not a country, and keeps it in the field', async () => {
    const { user, step } = await openStep();
    const field = step.getByLabelText<HTMLInputElement>('Regions');
    await user.type(field, 'Atlantis{Enter}');
    expect(step.getByText('Enter a country, such as Germany or DE.')).toBeTruthy();
    expect(field.value).toBe('Atlantis');
  });

  it('is left out if what can be asked cannot be loaded, and the form stays while that is repeated', async () => {
    const path = '*/sightline/v1/sites/:siteId/collection';
    const held = Promise.withResolvers<Response>();
    world.override(
      http.get(path, () => new HttpResponse(null, { status: 404 }), { once: true }),
      http.get(path, () => held.promise),
    );
    const { user } = open(['collect', 'setup', 'sites'], true);
    const name = await screen.findByLabelText<HTMLInputElement>('Site name');
    await user.type(name, ' two');
    expect(screen.queryByRole('region', { name: 'Where and when' })).toBeNull();
    fireEvent(window, new Event('visibilitychange'));
    const requests = () => world.calls.filter((call) => call.endsWith(`${siteId}/collection`));
    await waitFor(() => expect(requests()).toHaveLength(2));
    expect(name.isConnected).toBe(true);
    held.resolve(new HttpResponse(null, { status: 404 }));
  });

  it('is where the notice of a new site leads to', async () => {
    const { router } = open(['collect', 'setup', 'sites'], true);
    await screen.findByRole('heading', { name: 'Questions' });
    await router.navigate({
      to: '/sites/$siteId/setup',
      params: { siteId },
      state: { isNewSite: true },
    });
    const link = await screen.findByRole('link', { name: 'where and when' });
    expect(link.getAttribute('href')).toBe(`/sites/${siteId}/setup#where-and-when`);
  });

  it('is saved without starting a scan', async () => {
    const { user, step } = await openStep();
    await user.type(step.getByLabelText('Regions'), 'DE{Enter}');
    await user.click(step.getByRole('checkbox', { name: 'Also ask without a location' }));
    await user.click(step.getByRole('checkbox', { name: 'Run scans on a schedule' }));
    await user.click(step.getByRole('checkbox', { name: 'Sunday' }));
    await user.clear(step.getByLabelText('Time zone'));
    await user.type(step.getByLabelText('Time zone'), 'berlin');
    await user.type(step.getByLabelText(/^Ceiling of a scan/), '$3.50');
    await user.type(step.getByLabelText(/^Ceiling of a month/), '1,000');
    await user.click(save());
    await screen.findByText('Saved.');
    expect((await readStored()).collection).toEqual({
      platforms: ['chatgpt_api'],
      regions: ['DE', 'ZZ'],
      runs: 1,
      schedule: { days: [1, 7], time: '06:00', zone: 'Europe/Berlin' },
      scanCeilingUsd: 3.5,
      monthCeilingUsd: 1000,
    });
    expect(world.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('has its errors at the fields, of which the first is focused', async () => {
    const { user, step } = await openStep();
    await user.clear(step.getByLabelText('Times that each question is asked'));
    await user.type(step.getByLabelText('Times that each question is asked'), '11');
    await user.click(step.getByRole('checkbox', { name: 'Run scans on a schedule' }));
    await user.click(step.getByRole('checkbox', { name: 'Monday' }));
    await user.type(step.getByLabelText(/^Ceiling of a scan/), 'three');
    await user.click(save());
    expect(document.activeElement).toBe(step.getByLabelText('Times that each question is asked'));
    expect(step.getByText('Must be at most 10.')).toBeTruthy();
    expect(step.getByText('Must have at least one day.')).toBeTruthy();
    expect(step.getByText('Must be an amount, such as 25.')).toBeTruthy();
    await user.click(step.getByRole('checkbox', { name: 'Friday' }));
    expect(step.queryByText('Must have at least one day.')).toBeNull();
  });

  it('stays as it is if only other parts of the form change', async () => {
    await saveElsewhere(settings);
    const { user } = await openStep();
    await user.type(screen.getByLabelText('Site name'), ' two');
    await user.click(save());
    await screen.findByText('Saved.');
    expect((await readStored()).collection).toEqual(settings);
  });

  it('is saved as the form suggests it, also if nothing was touched', async () => {
    const { user } = await openStep();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await user.click(save());
    await screen.findByText('Saved.');
    expect((await readStored()).collection).toMatchObject({ platforms: ['chatgpt_api'], runs: 1 });
  });

  it('keeps the user’s changes together with those that somebody else has saved', async () => {
    await saveElsewhere(settings);
    const { user, step } = await openStep();
    await user.type(step.getByLabelText('Regions'), 'FR{Enter}');
    await saveElsewhere({ ...settings, regions: ['DE', 'AT'], runs: 3 });
    await user.click(save());
    await screen.findByText('Changed how often each question is asked');
    expect(screen.getByText('Kept yours: the regions')).toBeTruthy();
    await user.click(save());
    await screen.findByText('Saved.');
    expect((await readStored()).collection).toMatchObject({ regions: ['DE', 'AT', 'FR'], runs: 3 });
  });
});

describe('saving and running', () => {
  it('starts a scan after the save, and leads to the scans', async () => {
    const { user, step, address } = await openStep();
    const storedAtStart: (ReceivedSettings | null)[] = [];
    world.override(
      http.post(scansPath, async () => {
        storedAtStart.push((await readStored()).collection);
        fake.scans = [runningScan()];
        return HttpResponse.json({ id: uuid(0x901), status: 'queued' }, { status: 202 });
      }),
    );
    await user.type(step.getByLabelText(/^Ceiling of a scan/), '3');
    await user.click(save('Save and run'));
    await waitFor(() => expect(address()).toMatch(/\/scans$/));
    expect(storedAtStart).toMatchObject([{ scanCeilingUsd: 3 }]);
    await screen.findByRole('progressbar', { name: 'Scan running' });
  });

  it('says that everything is saved if no scan was started', async () => {
    const { user, step } = await openStep();
    world.override(
      http.post(scansPath, () =>
        HttpResponse.json(
          { type: 'about:blank', title: 'No', status: 422, detail: 'No region is chosen.' },
          { status: 422, headers: { 'Content-Type': problemMediaType } },
        ),
      ),
    );
    await user.type(step.getByLabelText(/^Ceiling of a scan/), '3');
    await user.click(save('Save and run'));
    await screen.findByText('Everything is saved, but no scan was started. No region is chosen.');
    expect((await readStored()).collection).toMatchObject({ scanCeilingUsd: 3 });
    await user.type(step.getByLabelText(/^Ceiling of a month/), '5');
    expect(screen.queryByText(/no scan was started/)).toBeNull();
  });

  it('starts nothing if the form has errors', async () => {
    const { user, step } = await openStep();
    await user.type(step.getByLabelText(/^Ceiling of a scan/), 'x');
    await user.click(save('Save and run'));
    expect(step.getByText('Must be an amount, such as 25.')).toBeTruthy();
    await user.clear(step.getByLabelText(/^Ceiling of a scan/));
    await user.click(save());
    await screen.findByText('Saved.');
    expect(world.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });
});
