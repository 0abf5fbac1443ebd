import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { branches, type KeyName, measured, uuid } from '../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { scopesWithout } from '../../../tests/setup/key-scopes.ts';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { problemTypes } from '../../contract/problem.ts';
import { setupScope } from '../../contract/scopes.ts';
import type { SiteSetup } from '../../contract/sightline/setup.ts';

setUpBrowser();
const world = setUpService();
// Loads the parts that pages load on demand, so that no test waits for them to compile.
beforeAll(async () => {
  await import('./csv-import.tsx');
});

const clientId = branches.first.ids.clientId ?? '';
const { siteId } = measured;
const setupPath = `/sightline/v1/sites/${siteId}/setup`;

const open = (path: string, key: KeyName = 'agency', canSetUp: boolean | null = null) => {
  const settings = world.signedIn(key);
  const session = settings.session && {
    ...settings.session,
    scopes: scopesWithout(canSetUp === false && setupScope),
  };
  const capabilities = ['setup', 'sites'];
  return {
    user: userEvent.setup({ delay: null }),
    ...openDashboard(path, { ...settings, session, capabilities }),
  };
};
const openNewClient = async (key: KeyName = 'agency') => {
  const opened = open('/clients/new', key);
  await screen.findByRole('heading', { name: 'Client' });
  return opened;
};
const openSetup = async () => {
  const opened = open(`/sites/${siteId}/setup`);
  await screen.findByRole('heading', { name: 'Questions' });
  return opened;
};
const readStored = async (id = siteId): Promise<SiteSetup> =>
  (await world.send(`/sightline/v1/sites/${id}/setup`, 'agency')).json();
/** Saves the set-up as someone else would. */
const saveElsewhere = async (change: (stored: SiteSetup) => object) => {
  const stored = await readStored();
  const response = await world.send(setupPath, 'agency', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...stored, ...change(stored) }),
  });
  expect(response.status).toBe(200);
};
const competitor = (number: number) =>
  within(screen.getByRole('group', { name: `Competitor ${number}` }));
const save = (name = 'Save') => screen.getByRole('button', { name });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('a new client', () => {
  it('is created with its site, brand, competitors and questions, and its set-up opens', async () => {
    const { user, address } = await openNewClient();
    const client = section('Client');
    await user.type(client.getByLabelText('Name'), 'Alder & Pike');
    await user.type(client.getByLabelText(/^Website/), 'https://www.alderpike.example');
    await user.type(competitor(1).getByLabelText('Name'), 'Oakwell');
    await user.type(competitor(2).getByLabelText('Name'), 'Linden');
    await user.type(competitor(2).getByLabelText('Domains'), 'https://linden.example/about');
    const questions = Array.from({ length: 20 }, (_, at) => `Question ${at + 1}?`);
    await user.click(screen.getByLabelText('Add questions'));
    await user.paste(questions.join('\n'));
    await user.click(save('Create client'));
    await waitFor(() => expect(address()).toMatch(/^\/sites\/[^/]+\/setup/));
    await screen.findByText(/The site is set up/);
    const [, createdId = ''] = /^\/sites\/([^/]+)/.exec(address()) ?? [];
    const stored = await readStored(createdId);
    expect(stored).toMatchObject({
      name: 'alderpike.example',
      url: 'https://www.alderpike.example',
      clientName: 'Alder & Pike',
    });
    expect(stored.brands.map(({ name, role, domains }) => [name, role, domains])).toEqual([
      ['Alder & Pike', 'tracked', ['alderpike.example']],
      ['Linden', 'competitor', ['linden.example']],
      ['Oakwell', 'competitor', []],
    ]);
    expect(stored.prompts.map(({ text }) => text).sort()).toEqual(questions.sort());
    await screen.findByRole('heading', { name: '20 questions' });
  });

  it('shows errors at their fields, focuses the first of them, and counts them', async () => {
    const { user } = await openNewClient();
    await user.type(screen.getByLabelText('Site name'), 'x{Backspace}');
    await user.click(save('Create client'));
    const name = section('Client').getByLabelText('Name');
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toContain('2 fields need attention.');
    await user.type(name, 'A');
    expect(name.getAttribute('aria-invalid')).toBeNull();
  });

  it('no longer shows the error of a field once another field fills it in', async () => {
    const { user } = await openNewClient();
    await user.click(save('Create client'));
    expect(screen.getByRole('alert').textContent).toContain('2 fields need attention.');
    await user.type(section('Client').getByLabelText('Name'), 'A');
    expect(screen.getByLabelText('Site name').getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('shows the service’s fault at the competitor that it names', async () => {
    const { user } = await openNewClient();
    await user.type(section('Client').getByLabelText('Name'), 'Alder');
    await user.type(competitor(1).getByLabelText('Name'), 'Oakwell');
    await user.type(competitor(3).getByLabelText('Name'), 'OAKWELL');
    await user.click(save('Create client'));
    const name = competitor(3).getByLabelText('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });

  it('is refused in the service’s words to a key that is limited to one client', async () => {
    const { user } = await openNewClient('client');
    await user.type(section('Client').getByLabelText('Name'), 'Alder');
    await user.click(save('Create client'));
    expect(await screen.findByText('This could not be saved')).toBeTruthy();
    expect(screen.getByText(/Reason: “/)).toBeTruthy();
  });

  it.each([
    ['/clients/new', 'agency', 'This key does not have permission to create clients.'],
    [
      `/clients/${clientId}/sites/new`,
      'agency',
      'This key does not have permission to create sites.',
    ],
    ['/sites/new', 'business', 'This key does not have permission to create sites.'],
  ] as const)('has no form at %s for a %s key without the scope', async (path, key, reason) => {
    open(path, key, false);
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByLabelText('Site name')).toBeNull();
  });

  it('counts as created if a second attempt finds what the first one saved', async () => {
    let isFirst = true;
    world.override(
      http.post('*/sightline/v1/clients', async ({ request }) => {
        if (!isFirst) return undefined;
        isFirst = false;
        await world.send('/sightline/v1/clients', 'agency', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: await request.clone().text(),
        });
        return HttpResponse.error();
      }),
    );
    const { user, address } = await openNewClient();
    await user.type(section('Client').getByLabelText('Name'), 'Alder');
    await user.click(save('Create client'));
    await screen.findByText('This could not be saved');
    await user.click(save('Create client'));
    await waitFor(() => expect(address()).toMatch(/^\/sites\/[^/]+\/setup/));
  });
});

it('a new site is created below its client', async () => {
  const { user, address } = open(`/clients/${clientId}/sites`);
  await user.click(await screen.findByRole('link', { name: 'New site' }));
  await user.type(await screen.findByLabelText('Site name'), 'Second shop');
  await user.click(save('Create site'));
  await waitFor(() => expect(address()).toMatch(/\/setup\?client=/));
  const [, createdId = ''] = /^\/sites\/([^/]+)/.exec(address()) ?? [];
  expect(await readStored(createdId)).toMatchObject({ name: 'Second shop', clientId });
});

it('a new site of a business account needs no client', async () => {
  const { user, address } = open('/clients', 'business');
  await user.click(await screen.findByRole('link', { name: 'New site' }));
  await user.type(await screen.findByLabelText('Site name'), 'Own shop');
  await user.click(save('Create site'));
  await waitFor(() => expect(address()).toMatch(/^\/sites\/[^/]+\/setup$/));
});

describe('the set-up of a site', () => {
  it('is shown as stored, and saves what was changed', async () => {
    const { user } = await openSetup();
    expect(screen.getByLabelText<HTMLInputElement>('Brand name').value).toBe('Acme');
    const name = screen.getByLabelText('Site name');
    await user.clear(name);
    await user.type(name, 'Renamed');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await user.click(save());
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(await readStored()).toMatchObject({ name: 'Renamed' });
    await screen.findByRole('heading', { name: 'Renamed', level: 1 });
  });

  it('saves the client’s details together with those of the site', async () => {
    const { user } = await openSetup();
    const industry = screen.getByLabelText(/^Industry/);
    await user.clear(industry);
    await user.type(industry, 'Shoes');
    await user.click(save());
    await screen.findByText('Saved.');
    const response = await world.send(`/sightline/v1/clients/${clientId}`, 'agency');
    expect(await response.json()).toMatchObject({ industry: 'Shoes' });
    expect(world.calls.filter((call) => call.startsWith('PUT '))).toEqual([]);
  });

  it('does not overwrite a detail of the client that someone else has changed, until it is saved again', async () => {
    const { user } = await openSetup();
    const clientPath = `/sightline/v1/clients/${clientId}`;
    await world.send(clientPath, 'agency', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ industry: 'Theirs', reportName: 'Their name' }),
    });
    const readIndustry = async () =>
      (await (await world.send(clientPath, 'agency')).json()).industry;
    const industry = screen.getByLabelText<HTMLInputElement>(/^Industry/);
    await user.clear(industry);
    await user.type(industry, 'Mine');
    await user.click(save());
    const conflict = within(
      (await screen.findByText(/Someone else saved/)).closest('div') ?? document.body,
    );
    expect(conflict.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Changed the client’s industry to “Theirs”',
      'Changed the client’s name in reports to “Their name”',
      'Kept yours: the client’s industry, “Mine”',
    ]);
    expect(industry.value).toBe('Mine');
    expect(await readIndustry()).toBe('Theirs');
    await user.click(save());
    await screen.findByText('Saved.');
    expect(await readIndustry()).toBe('Mine');
  });

  it('names what of the user’s is kept after someone else has saved, until it is discarded', async () => {
    const { user } = await openSetup();
    await saveElsewhere(() => ({ name: 'Theirs' }));
    const name = screen.getByLabelText<HTMLInputElement>('Site name');
    await user.type(name, '2');
    await user.click(save());
    expect(await screen.findByText('Kept yours: the site’s name, “Shop2”')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(name.value).toBe('Theirs');
    expect(screen.queryByText(/Someone else saved/)).toBeNull();
  });

  it('shows that questions have been answered meanwhile', async () => {
    await saveElsewhere(({ prompts }) => ({ prompts: [...prompts, { text: 'Fresh?' }] }));
    const { user } = await openSetup();
    const row = within(screen.getByText('Fresh?').closest('li') ?? document.body);
    expect(row.getByRole('button', { name: 'Delete' })).toBeTruthy();
    const stored = await readStored();
    world.override(
      http.get(`*${setupPath}`, () => {
        const prompts = stored.prompts.map((prompt) => ({ ...prompt, hasAnswers: true }));
        return HttpResponse.json({ ...stored, prompts });
      }),
    );
    await user.click(screen.getByRole('link', { name: 'Report' }));
    await waitFor(() => expect(screen.queryByText('Fresh?')).toBeNull());
    await user.click(await screen.findByRole('link', { name: 'Set-up' }));
    const shown = within((await screen.findByText('Fresh?')).closest('li') ?? document.body);
    expect(await shown.findByRole('button', { name: 'Retire' })).toBeTruthy();
  });

  it('asks before it is left with unsaved changes', async () => {
    const { user, address } = await openSetup();
    await user.type(screen.getByLabelText('Site name'), '2');
    await user.click(screen.getByRole('link', { name: 'Report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(address()).toContain('/setup');
    expect(screen.getByLabelText<HTMLInputElement>('Site name').value).toBe('Shop2');
    await user.click(screen.getByRole('link', { name: 'Report' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toContain('/report'));
  });

  it('asks before signing out with unsaved changes, which are then discarded', async () => {
    const { user, address } = await openSetup();
    await user.type(screen.getByLabelText('Site name'), '2');
    const signOut = screen.getByRole('button', { name: 'Sign out' });
    await user.click(signOut);
    const title = 'Sign out without saving?';
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await user.click(dialog.getByRole('button', { name: 'Stay signed in' }));
    expect(screen.getByLabelText<HTMLInputElement>('Site name').value).toBe('Shop2');
    await user.click(signOut);
    const again = within(await screen.findByRole('dialog', { name: title }));
    await user.click(again.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(address()).toContain('/sign-in'));
    await screen.findByText('You are signed out.');
    expect(screen.queryByText(/unsaved changes are kept/)).toBeNull();
  });

  it('signs out at once without unsaved changes', async () => {
    const { user, address } = await openSetup();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(address()).toContain('/sign-in'));
  });

  it('is left without confirmation once the changes are discarded', async () => {
    const { user, address } = await openSetup();
    await user.type(screen.getByLabelText('Site name'), '2');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(screen.getByRole('link', { name: 'Report' }));
    await waitFor(() => expect(address()).toContain('/report'));
  });

  it('says what someone else has changed meanwhile, keeps the user’s input, and saves both', async () => {
    const { user } = await openSetup();
    await saveElsewhere(({ prompts }) => ({
      url: 'https://theirs.example',
      prompts: [...prompts, { text: 'Theirs?' }],
    }));
    await user.type(screen.getByLabelText('Site name'), '2');
    await user.click(save());
    const conflict = within(
      (await screen.findByText(/Someone else saved/)).closest('div') ?? document.body,
    );
    expect(conflict.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Changed the website of the site',
      'Added the question “Theirs?”',
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Site name').value).toBe('Shop2');
    await user.click(save());
    await screen.findByText('Saved.');
    const stored = await readStored();
    expect(stored).toMatchObject({ name: 'Shop2', url: 'https://theirs.example' });
    expect(stored.prompts.map(({ text }) => text)).toContain('Theirs?');
  });

  it('shows the progress of a save that takes longer, also after it was left, and then its result', async () => {
    const job = {
      id: uuid(0x999),
      siteId,
      state: 'measuring',
      answersRead: 12_400,
      answersToRead: 27_000,
      failure: null,
      mentions: [],
      answers: null,
    };
    let answer: object = job;
    world.override(
      http.put(`*${setupPath}`, () => HttpResponse.json(job, { status: 202 })),
      http.get('*/sightline/v1/setup-jobs/:id', () => HttpResponse.json(answer)),
    );
    const { user, address } = await openSetup();
    await user.type(screen.getByLabelText('Brand name'), ' Ltd');
    await user.click(save());
    await screen.findByText(/Reading 12,400 of 27,000 answers again/);
    expect(screen.getByLabelText('Brand name').closest('fieldset')?.disabled).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Report' }));
    await waitFor(() => expect(address()).toContain('/report'));
    await user.click(screen.getByRole('link', { name: 'Set-up' }));
    await screen.findByText(/Reading 12,400 of 27,000 answers again/);
    const firstAt = '2026-05-03T10:00:00Z';
    answer = {
      ...job,
      state: 'done',
      answers: 1_840,
      mentions: [{ brandId: uuid(1), name: 'Acme Ltd', role: 'tracked', answers: 212, firstAt }],
    };
    expect(
      await screen.findByText(
        'Saved. Acme Ltd is named in 212 of 1,840 answers, since May 3, 2026.',
      ),
    ).toBeTruthy();
  });

  it('says why a save that took longer failed, and keeps the user’s input', async () => {
    const job = { id: uuid(0x999), siteId, state: 'waiting' };
    const failure = 'The set-up was changed by another save.';
    world.override(
      http.put(`*${setupPath}`, () => HttpResponse.json(job, { status: 202 })),
      http.get('*/sightline/v1/setup-jobs/:id', () =>
        HttpResponse.json({ ...job, state: 'failed', failure }),
      ),
    );
    const { user } = await openSetup();
    await user.type(screen.getByLabelText('Brand name'), ' Ltd');
    await user.click(save());
    expect(await screen.findByText(`The site was not saved. ${failure}`)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Brand name').value).toBe('Acme Ltd');
  });

  const editClientAndSite = async () => {
    const { user } = await openSetup();
    const industry = screen.getByLabelText<HTMLInputElement>(/^Industry/);
    await user.clear(industry);
    await user.type(industry, 'Shoes');
    const brand = screen.getByLabelText<HTMLInputElement>('Brand name');
    await user.type(brand, ' Ltd');
    return { user, industry, brand };
  };

  it('does not show the user’s own change of the client as someone else’s if the rest conflicts', async () => {
    const { user, industry, brand } = await editClientAndSite();
    await saveElsewhere(() => ({ url: 'https://theirs.example' }));
    await user.click(save());
    const conflict = within(
      (await screen.findByText(/Someone else saved/)).closest('div') ?? document.body,
    );
    expect(conflict.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Changed the website of the site',
    ]);
    expect([industry.value, brand.value]).toEqual(['Shoes', 'Acme Ltd']);
    await user.click(save());
    await screen.findByText(/^Saved\./);
    expect(world.calls.filter((call) => call.startsWith('PATCH'))).toHaveLength(1);
    expect((await readStored()).brands.map(({ name }) => name)).toContain('Acme Ltd');
  });

  it('follows the jobs of both the client and the site, and says which of them failed', async () => {
    const clientJob = { id: uuid(0x997), state: 'waiting' };
    const setupJob = { id: uuid(0x998), state: 'waiting' };
    world.override(
      http.patch('*/sightline/v1/clients/:id', () => HttpResponse.json(clientJob, { status: 202 })),
      http.put(`*${setupPath}`, () => HttpResponse.json(setupJob, { status: 202 })),
      http.get('*/sightline/v1/setup-jobs/:id', ({ params }) =>
        HttpResponse.json(
          params['id'] === clientJob.id
            ? { ...clientJob, state: 'failed', failure: 'The disk is full.' }
            : { ...setupJob, state: 'done' },
        ),
      ),
    );
    const { user, industry } = await editClientAndSite();
    await user.click(save());
    expect(await screen.findByText('The client was not saved. The disk is full.')).toBeTruthy();
    expect(screen.queryByText(/^The site was not saved/)).toBeNull();
    expect(screen.queryByText(/Someone else saved/)).toBeNull();
    expect(industry.value).toBe('Shoes');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
  });

  it('says so if the service no longer knows a save', async () => {
    world.override(
      http.put(`*${setupPath}`, () =>
        HttpResponse.json({ id: uuid(0x999), siteId, state: 'waiting' }, { status: 202 }),
      ),
    );
    const { user } = await openSetup();
    await user.type(screen.getByLabelText('Site name'), '2');
    await user.click(save());
    expect(await screen.findByText(/no longer knows this save/)).toBeTruthy();
  });

  it('is not offered to a key without the scope', async () => {
    open(`/sites/${siteId}/setup`, 'agency', false);
    expect(await screen.findByText(/does not have permission/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Set-up' })).toBeNull();
    expect(world.calls.filter((call) => call.includes('/setup'))).toEqual([]);
  });
});

describe('brands', () => {
  it('have their mentions counted again at once when a save that took longer has ended', async () => {
    const job = { id: uuid(0x999), siteId, state: 'measuring', answersRead: 1, answersToRead: 2 };
    let jobState = 'measuring';
    let answers = 100;
    world.override(
      http.get(`*${setupPath}/mentions`, () =>
        HttpResponse.json({
          answers: 1_840,
          brands: [
            {
              brandId: measured.brands.acme,
              name: 'Acme',
              role: 'tracked',
              answers,
              firstAt: null,
            },
          ],
          nearMisses: [],
          textsRead: 0,
        }),
      ),
      http.put(`*${setupPath}`, () => HttpResponse.json(job, { status: 202 })),
      http.get('*/sightline/v1/setup-jobs/:id', () =>
        HttpResponse.json({ ...job, state: jobState }),
      ),
    );
    const { user } = await openSetup();
    expect(screen.getByText('Named in 100 of 1,840 answers.')).toBeTruthy();
    await user.type(screen.getByLabelText('Brand name'), ' Ltd');
    await user.click(save());
    await screen.findByText(/Reading 1 of 2 answers again/);
    answers = 212;
    jobState = 'done';
    expect(await screen.findByText('Named in 212 of 1,840 answers.')).toBeTruthy();
  });

  it('that the answers name become competitors, and near misses spellings, with one click', async () => {
    const brand = { brandId: uuid(0x777), name: 'Linden', role: 'discovered', answers: 212 };
    world.override(
      http.get(`*${setupPath}/mentions`, () =>
        HttpResponse.json({
          answers: 1_840,
          brands: [
            { ...brand, brandId: measured.brands.acme, name: 'Acme', role: 'tracked', answers: 0 },
            { ...brand, firstAt: '2026-05-03T10:00:00Z' },
          ],
          nearMisses: [{ brandId: measured.brands.acme, spelling: 'Ac-me', answers: 31 }],
          textsRead: 2_000,
        }),
      ),
    );
    const { user } = await openSetup();
    expect(screen.getByText('Named in none of 1,840 answers.')).toBeTruthy();
    expect(screen.getByText('in 212 of 1,840 answers, since May 3, 2026')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Track Linden as a competitor' }));
    const name = document.activeElement;
    expect(name instanceof HTMLInputElement && name.value).toBe('Linden');
    expect(screen.queryByText('Also named in answers')).toBeNull();
    expect(screen.getByText('in 31 of the 2,000 newest answers')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ac-me' }));
    expect(section('Your brand').getByRole('button', { name: 'Remove Ac-me' })).toBeTruthy();
  });

  it('that are competitors show their near misses at once, and get one as a spelling with one click', async () => {
    const brandId = measured.brands.beta;
    world.override(
      http.get(`*${setupPath}/mentions`, () =>
        HttpResponse.json({
          answers: 6,
          brands: [{ brandId, name: 'Beta', role: 'competitor', answers: 1, firstAt: null }],
          nearMisses: [
            { brandId, spelling: 'Betas', answers: 3 },
            { brandId, spelling: 'beta', answers: 2 },
          ],
          textsRead: 6,
        }),
      ),
    );
    const { user } = await openSetup();
    const suggested = competitor(1).getByRole('list', { name: 'Suggested spellings of Beta' });
    expect(suggested.textContent).toBe(
      ' Betasin 3 of the 6 newest answers betain 2 of the 6 newest answers, perhaps as an ordinary word',
    );
    await user.click(competitor(1).getByRole('button', { name: 'beta' }));
    expect(competitor(1).getByRole('button', { name: 'Remove beta' })).toBeTruthy();
    expect(competitor(1).getByRole('button', { name: 'Betas' })).toBeTruthy();
    expect(competitor(1).queryByRole('button', { name: 'beta' })).toBeNull();
  });

  it('have their mentions counted again after someone else has saved', async () => {
    const { user } = await openSetup();
    const countReads = () => world.calls.filter((call) => call.endsWith('/mentions')).length;
    const readsBefore = countReads();
    await saveElsewhere(() => ({ url: 'https://theirs.example' }));
    await user.type(screen.getByLabelText('Site name'), '2');
    await user.click(save());
    await screen.findByText(/Someone else saved/);
    await waitFor(() => expect(countReads()).toBe(readsBefore + 1));
  });

  it('have their spellings opened with the focus in the field', async () => {
    const { user } = await openSetup();
    const opener = competitor(1).getByRole('button', { name: /^Other spellings/ });
    opener.focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(competitor(1).getByLabelText('Other spellings'));
  });

  it('that are renamed keep the old name as a spelling, which can be removed', async () => {
    const { user } = await openSetup();
    const name = competitor(1).getByLabelText<HTMLInputElement>('Name');
    const oldName = name.value;
    await user.type(name, ' Ltd');
    expect(document.activeElement).toBe(name);
    await user.click(competitor(1).getByRole('button', { name: `Remove ${oldName}` }));
    await user.type(name, '.');
    expect(competitor(1).queryByRole('button', { name: `Remove ${oldName}` })).toBeNull();
  });

  it('that are removed are deleted by the save, and can be kept until then', async () => {
    const { user } = await openSetup();
    const before = (await readStored()).brands;
    const [first = ''] = before.flatMap(({ name, role }) =>
      role === 'competitor' ? (name ?? '') : [],
    );
    await user.click(screen.getByRole('button', { name: `Remove ${first}` }));
    await user.click(screen.getByRole('button', { name: `Keep ${first}` }));
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await user.click(screen.getByRole('button', { name: `Remove ${first}` }));
    await user.click(save());
    await screen.findByText(/^Saved\./);
    expect((await readStored()).brands).toHaveLength(before.length - 1);
  });

  it('have their domains shortened from addresses, and refuse what is none', async () => {
    const { user } = await openSetup();
    const field = section('Your brand').getByLabelText('Domains');
    await user.type(field, 'https://www.acme-shop.example/en{Enter}');
    expect(screen.getByRole('button', { name: 'Remove acme-shop.example' })).toBeTruthy();
    await user.type(field, 'nothing{Enter}');
    expect(screen.getByText(/^Enter a domain such as example\.com, /)).toBeTruthy();
  });
});

describe('a domain', () => {
  it('that many share is asked back, and stored once the user has confirmed it', async () => {
    const { user } = await openSetup();
    const before = (await readStored()).brands[0]?.domains ?? [];
    const field = section('Your brand').getByLabelText('Domains');
    await user.type(field, 'github.com{Enter}');
    await user.click(save());
    await screen.findByText(/^Is all of github\.com yours\? /);
    expect(document.activeElement).toBe(field);
    await user.type(field, 'medium.com/@acme{Enter}');
    await user.click(screen.getByRole('button', { name: 'Yes, all of it' }));
    expect(screen.queryByText(/^Is all of/)).toBeNull();
    await user.click(save());
    await screen.findByText('Saved.');
    expect((await readStored()).brands[0]?.domains).toEqual([
      ...before,
      'github.com',
      'medium.com/@acme',
    ]);
  });

  it('that nobody can own is refused at its field', async () => {
    const { user } = await openSetup();
    await user.type(competitor(1).getByLabelText('Domains'), 'co.uk{Enter}');
    await user.click(save());
    await screen.findByText(/^Must not be a public suffix such as co\.uk/);
    expect(document.activeElement).toBe(competitor(1).getByLabelText('Domains'));
  });

  it('in another script is shown as it was written, and suggests the name in that script', async () => {
    const { user } = await openSetup();
    await user.type(section('Your brand').getByLabelText('Domains'), 'müller.de{Enter}');
    expect(section('Your brand').getByRole('button', { name: 'Müller' })).toBeTruthy();
    await user.click(save());
    await screen.findByText('Saved.');
    expect(screen.getByRole('button', { name: 'Remove müller.de' })).toBeTruthy();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('of a new client’s website is taken over, except a host that many share', async () => {
    const { user } = await openNewClient();
    const website = section('Client').getByLabelText(/^Website/);
    await user.type(website, 'https://medium.com/');
    expect(section('Your brand').queryByRole('button', { name: /^Remove / })).toBeNull();
    await user.type(website, '@acme');
    expect(screen.getByRole('button', { name: 'Remove medium.com/@acme' })).toBeTruthy();
    await user.clear(website);
    await user.type(website, 'https://müller.de/de');
    expect(screen.getByRole('button', { name: 'Remove müller.de' })).toBeTruthy();
  });
});

describe('questions', () => {
  it('are added from pasted lines without duplicates, which are named', async () => {
    const { user } = await openSetup();
    await user.click(screen.getByLabelText('Add questions'));
    await user.paste('how do I clean SUEDE?\nWhich brush?\nWhich brush?');
    expect(screen.getByText(/Skipped because they are duplicates/).textContent).toContain(
      '“how do I clean SUEDE?”, “Which brush?”',
    );
    await user.click(screen.getByRole('button', { name: 'Add 1 question' }));
    expect(screen.getByText('Which brush?')).toBeTruthy();
    await user.click(save());
    await screen.findByText('Saved.');
    expect((await readStored()).prompts.map(({ text }) => text)).toContain('Which brush?');
  });

  it('are edited in place, and retired if they have answers', async () => {
    const { user } = await openSetup();
    const [row] = screen.getAllByText('How do I clean suede?').map((text) => text.closest('li'));
    await user.click(within(row ?? document.body).getByRole('button', { name: 'Edit' }));
    const text = within(row ?? document.body).getByLabelText('Question');
    expect(document.activeElement).toBe(text);
    await user.type(text, ' Today?');
    await user.type(within(row ?? document.body).getByLabelText('Tags'), 'care{Enter}');
    await user.click(within(row ?? document.body).getByRole('button', { name: 'Done' }));
    await user.click(within(row ?? document.body).getByRole('button', { name: 'Retire' }));
    expect(document.activeElement?.textContent).toMatch(/questions?$/);
    await user.click(save());
    await screen.findByText('Saved.');
    const stored = (await readStored()).prompts.find(({ id }) => id === measured.prompts.care);
    expect(stored).toMatchObject({ text: 'How do I clean suede? Today?', retired: true });
    expect(stored?.tags).toContain('care');
  });

  it('in a language without sentiment are marked and counted once they are saved', async () => {
    const { user } = await openSetup();
    expect(screen.queryByText(/sentiment is measured/)).toBeNull();
    await user.click(screen.getByLabelText('Add questions'));
    await user.paste('Welche Farbe ist am besten für ein feuchtes Bad?\nWo kaufe ich Laufschuhe?');
    await user.click(save());
    expect(
      await screen.findByText(
        '2 questions are in German: sentiment is measured in English answers only.',
      ),
    ).toBeTruthy();
    const row = within(screen.getByText('Wo kaufe ich Laufschuhe?').closest('li') ?? document.body);
    expect(row.getByText('In German')).toBeTruthy();
    await user.click(row.getByRole('button', { name: 'Delete' }));
    expect(screen.getByText(/^1 question is in German:/)).toBeTruthy();
  });

  it('are retired instead of deleted if they have been answered meanwhile', async () => {
    await saveElsewhere(({ prompts }) => ({ prompts: [...prompts, { text: 'Fresh?' }] }));
    const { user } = await openSetup();
    const row = within(screen.getByText('Fresh?').closest('li') ?? document.body);
    await user.click(row.getByRole('button', { name: 'Delete' }));
    const stored = await readStored();
    world.override(
      http.put(`*${setupPath}`, () => {
        const type = problemTypes.hasAnswers;
        const errors = [{ parameter: 'prompts', message: 'must contain the question' }];
        return HttpResponse.json({ type, title: 'No', detail: 'No.', errors }, { status: 409 });
      }),
      http.get(`*${setupPath}`, () => {
        const prompts = stored.prompts.map((prompt) => ({ ...prompt, hasAnswers: true }));
        return HttpResponse.json({ ...stored, prompts });
      }),
    );
    await user.click(save());
    await screen.findByText(/They are retired instead/);
    world.restore();
    await user.click(save());
    await screen.findByText('Saved.');
    expect(await readStored()).toMatchObject({
      prompts: expect.arrayContaining([expect.objectContaining({ text: 'Fresh?', retired: true })]),
    });
  });

  it('are read from a CSV file after a preview', async () => {
    const { user } = await openSetup();
    await user.click(screen.getByRole('button', { name: 'Import a CSV file' }));
    const file = new File(
      ['text,category\nWhich brush?,Tools\nHow do I clean suede?,Care of shoes\n'],
      'questions.csv',
      { type: 'text/csv' },
    );
    await user.upload(await screen.findByLabelText('CSV file with questions'), file);
    await screen.findByRole('heading', { name: 'Adds 1 question' });
    const heading = screen.getByRole('heading', { name: 'Changes 1 question' });
    expect(heading.nextElementSibling?.textContent).toBe('How do I clean suede? (category)');
    await user.click(screen.getByRole('button', { name: 'Apply to the form' }));
    await user.click(save());
    await screen.findByText('Saved.');
    const categories = (await readStored()).prompts.map(({ text, category }) => [text, category]);
    expect(categories).toContainEqual(['Which brush?', 'Tools']);
    expect(categories).toContainEqual(['How do I clean suede?', 'Care of shoes']);
  });

  it('are read from the columns of a CSV file that the user chooses', async () => {
    const { user } = await openSetup();
    await user.click(screen.getByRole('button', { name: 'Import a CSV file' }));
    const file = new File(['Frage,Thema\nWelcher Pinsel?,Tools\n'], 'fragen.csv');
    await user.upload(await screen.findByLabelText('CSV file with questions'), file);
    await screen.findByText('Choose the column with the questions.');
    await user.selectOptions(screen.getByLabelText('Frage'), 'text');
    await user.selectOptions(screen.getByLabelText('Thema'), 'category');
    const heading = screen.getByRole('heading', { name: 'Adds 1 question' });
    expect(heading.nextElementSibling?.textContent).toBe('Welcher Pinsel?');
    await user.click(screen.getByRole('checkbox', { name: 'The first row names the columns' }));
    expect(screen.getByRole('heading', { name: 'Adds 2 questions' })).toBeTruthy();
  });

  it('are the first column of a table that is pasted, which is said', async () => {
    const { user } = await openSetup();
    await user.click(screen.getByLabelText('Add questions'));
    await user.paste('Which brush?\tTools\nWhich tape?\tTools');
    expect(screen.getByText('Only the first column of the table is added.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add 2 questions' }));
    expect(screen.getByText('Which tape?')).toBeTruthy();
  });

  it('are not read from a file in another encoding, which is explained', async () => {
    const { user } = await openSetup();
    await user.click(screen.getByRole('button', { name: 'Import a CSV file' }));
    const file = new File([new Uint8Array([0x74, 0xe4])], 'a.csv', { type: 'text/csv' });
    await user.upload(await screen.findByLabelText('CSV file with questions'), file);
    expect(await screen.findByText(/The file is not UTF-8 text/)).toBeTruthy();
  });
});

describe('unsaved changes when the session has ended', () => {
  /** Signs in on the sign-in page of a session that has ended, with the capability for set-ups. */
  const signIn = async (user: ReturnType<typeof open>['user'], key: KeyName) => {
    world.override(
      http.post('*/session', () =>
        HttpResponse.json({ ...world.signedIn(key), capabilities: ['setup', 'sites'] }),
      ),
    );
    await user.type(await screen.findByLabelText('API key'), `${world.key(key)}{Enter}`);
  };
  const findNotice = () => screen.findByText(/Your unsaved changes are kept/);

  it('are shown again after signing in with the same key, and can be saved', async () => {
    const { user } = await openSetup();
    await user.type(screen.getByLabelText('Site name'), '2');
    await user.type(screen.getByLabelText(/^Industry/), '!');
    world.endSessions();
    await user.click(save());
    await findNotice();
    await signIn(user, 'agency');
    const name = await screen.findByLabelText<HTMLInputElement>('Site name');
    expect(name.value).toBe('Shop2');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await user.click(save());
    await screen.findByText('Saved.');
    expect(await readStored()).toMatchObject({ name: 'Shop2' });
  });

  it('are joined with what someone else has saved meanwhile', async () => {
    const { user, session } = await openSetup();
    await user.type(screen.getByLabelText('Site name'), '2');
    session.end('expired');
    await findNotice();
    await saveElsewhere(() => ({ url: 'https://theirs.example' }));
    await signIn(user, 'agency');
    expect(await screen.findByText('Changed the website of the site')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Site name').value).toBe('Shop2');
  });

  it('are not shown to another key', async () => {
    const { user, session } = await openSetup();
    await user.type(screen.getByLabelText('Site name'), '2');
    session.end('expired');
    await findNotice();
    await signIn(user, 'client');
    const name = await screen.findByLabelText<HTMLInputElement>('Site name');
    expect(name.value).toBe('Shop');
  });

  it('are shown again in the form for a new client', async () => {
    const { user } = await openNewClient();
    await user.type(section('Client').getByLabelText('Name'), 'Alder');
    world.endSessions();
    await user.click(save('Create client'));
    await findNotice();
    await signIn(user, 'agency');
    await screen.findByRole('heading', { name: 'Client' });
    expect(section('Client').getByLabelText<HTMLInputElement>('Name').value).toBe('Alder');
    expect(screen.getByLabelText<HTMLInputElement>('Site name').value).toBe('Alder');
  });

  it('are not announced if there were none', async () => {
    const { session } = await openSetup();
    session.end('expired');
    await screen.findByLabelText('API key');
    expect(screen.queryByText(/unsaved changes are kept/)).toBeNull();
  });
});
