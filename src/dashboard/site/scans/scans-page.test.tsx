import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { measured, uuid } from '../../../../tests/service/small-world.ts';
import { openDashboard, setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import {
  offeredPlatform,
  platformProgress,
  runningEntry,
  runningScan,
  scanHandlers,
  scanRun,
  siteScanSettings,
} from '../../../../tests/setup/fake-scans.ts';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { setUpScans } from '../../../../tests/setup/scans-world.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { problemMediaType } from '../../../contract/problem.ts';
import { scansScope } from '../../../contract/scopes.ts';

setUpBrowser();
const world = setUpService();
const fake = setUpScans(world);

const { siteId } = measured;
const path = `/sites/${siteId}/scans`;
const scansPath = `*/sightline/v1/sites/${siteId}/scans`;
const v1Scan = { id: uuid(0x901), status: 'queued', createdAt: '2026-01-31T06:00:00.000Z' };

const open = (capabilities = ['collect', 'sites', 'setup'], canRunScans: boolean | null = true) => {
  const settings = world.signedIn('agency');
  const session = settings.session && {
    ...settings.session,
    scopes: scopesWithout(canRunScans === false && scansScope),
  };
  return {
    user: userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime }),
    ...openDashboard(path, { ...settings, session, capabilities }),
  };
};
/** Opens the page with a scan that can be retried, and retries it. */
async function retryFailed(): Promise<void> {
  fake.scans = [scanRun({ answered: 478, failed: 2, canRetry: true })];
  const { user } = open();
  world.override(
    http.post(`${scansPath}/:scanId/retry`, () => {
      fake.scans = [runningScan()];
      return HttpResponse.json(v1Scan, { status: 202 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Retry what failed' }));
  await screen.findByRole('progressbar', { name: 'Scan running' });
}
const findRun = () => screen.findByRole('button', { name: 'Run now' });
const refuse = (status: number, detail: string) =>
  HttpResponse.json(
    { type: 'urn:sightline:problem:scan-impossible', title: 'No', status, detail },
    { status, headers: { 'Content-Type': problemMediaType } },
  );

describe('the page of scans', () => {
  it.each<[string, string[], boolean | null]>([
    ['the service runs no scans', ['sites'], true],
    ['the key may not run them', ['collect', 'sites'], false],
  ])('requests nothing, and has no tab, if %s', async (_, capabilities, canRunScans) => {
    open(capabilities, canRunScans);
    await screen.findByText('This key does not have permission to run scans.');
    expect(screen.queryByRole('link', { name: 'Scans' })).toBeNull();
    expect(world.calls.filter((call) => call.includes('collect'))).toEqual([]);
  });

  it('says what a scan would ask and cost, when the next one is due and in which zone, and what the month has cost', async () => {
    fake.siteScanSettings = siteScanSettings({ nextDueAt: '2026-02-02T05:00:00.000Z' });
    open();
    await findRun();
    expect(screen.getByText('480 questions').textContent).toContain('about $3.10');
    expect(screen.getByText(/^Next scan/).textContent).toMatch(
      /Feb 2, 2026.* · \$12\.40 of \$20\.00 this month/,
    );
    expect(await screen.findByText(/^Times in /)).toBeTruthy();
  });

  it('leads to the set-up while nothing has been chosen', async () => {
    fake.siteScanSettings = siteScanSettings({
      settings: null,
      obstacle: 'No platform is chosen.',
    });
    open();
    const link = await screen.findByRole('link', { name: 'Choose where and when' });
    expect(link.getAttribute('href')).toBe(`/sites/${siteId}/setup#where-and-when`);
    expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull();
    expect(await screen.findByText('There have been no scans yet.')).toBeTruthy();
    expect(screen.queryByText(/^Times in /)).toBeNull();
  });

  it('says that the answers of sample data are invented, and shows no cost', async () => {
    fake.siteScanSettings = siteScanSettings({
      estimateUsd: 0,
      platforms: [offeredPlatform('claude_api', 'Claude API', { invented: true })],
    });
    open();
    await findRun();
    expect(screen.getByText(/The answers are invented/)).toBeTruthy();
    expect(screen.queryByText(/\$/)).toBeNull();
  });

  it('starts a scan, and shows its progress in place of the button', async () => {
    const { user } = open();
    world.override(
      http.post(scansPath, () => {
        fake.scans = [runningScan()];
        return HttpResponse.json(v1Scan, { status: 202 });
      }),
    );
    await user.click(await findRun());
    const progress = await screen.findByRole('progressbar', { name: 'Scan running' });
    expect(progress.getAttribute('value')).toBe('65');
    expect(
      screen.getByText(
        '312 of 480 answers, $1.84 of $3.10, about 4 minutes left; Claude API: 2 failed',
      ),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull();
  });

  it('does not start a scan while there is an obstacle, and says which', async () => {
    fake.siteScanSettings = siteScanSettings({ obstacle: 'There is no ceiling for a scan.' });
    const { user } = open();
    const run = await findRun();
    expect(screen.getByText('No scan can run now. There is no ceiling for a scan.').id).toBe(
      run.getAttribute('aria-describedby'),
    );
    await user.click(run);
    expect(world.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('says that scheduled scans will fail as well while there is an obstacle', async () => {
    fake.siteScanSettings = siteScanSettings({
      obstacle: 'No region is chosen.',
      nextDueAt: '2026-02-02T05:00:00.000Z',
    });
    open();
    await findRun();
    expect(
      screen.getByText(
        'No scan can run now. No region is chosen. Until that changes, scheduled scans will fail as well.',
      ),
    ).toBeTruthy();
  });

  it('says why the service started no scan', async () => {
    const { user } = open();
    world.override(http.post(scansPath, () => refuse(422, 'Only $1.00 is left this month.')));
    await user.click(await findRun());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No scan was started. Only $1.00 is left this month.',
    );
  });

  it('shows the scan that somebody else has started meanwhile', async () => {
    const { user } = open();
    const run = await findRun();
    world.override(
      http.post(scansPath, () => {
        fake.scans = [runningScan()];
        return refuse(409, 'A scan of this site is already running.');
      }),
    );
    await user.click(run);
    await screen.findByRole('progressbar', { name: 'Scan running' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('announces the progress in quarters, not at every poll', async () => {
    fake.scans = [runningScan({ answered: 312, failed: 0 })];
    open();
    const announcement = await screen.findByText('Scan running, 50% done');
    expect(announcement.getAttribute('role')).toBe('status');
    fake.scans = [runningScan({ answered: 330, failed: 0 })];
    await vi.advanceTimersByTimeAsync(2_000);
    await screen.findByText('330 of 480 answers');
    expect(announcement.textContent).toBe('Scan running, 50% done');
    fake.scans = [runningScan({ answered: 365, failed: 0 })];
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(announcement.textContent).toBe('Scan running, 75% done'));
  });

  it('announces what became of a scan that was seen to run, and of no other', async () => {
    fake.scans = [runningScan()];
    open();
    await screen.findByRole('progressbar', { name: 'Scan running' });
    expect(screen.queryByText(/^The scan has ended/)).toBeNull();
    fake.scans = [scanRun({ state: 'failed' })];
    await vi.advanceTimersByTimeAsync(2_000);
    const announcement = await screen.findByText('The scan has ended: Failed');
    expect(announcement.getAttribute('role')).toBe('status');
  });

  it('stops polling once the scan has ended', async () => {
    fake.scans = [runningScan()];
    open();
    await screen.findByRole('progressbar', { name: 'Scan running' });
    fake.scans = [scanRun()];
    await vi.advanceTimersByTimeAsync(2_000);
    await findRun();
    const count = () => world.calls.filter((call) => call.includes('/collection/scans')).length;
    const before = count();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count()).toBe(before);
  });

  it('says that scans could not be refreshed, and still lists them', async () => {
    fake.scans = [runningScan()];
    open();
    await screen.findByRole('progressbar', { name: 'Scan running' });
    world.override(http.get('*/collection/scans', () => refuse(422, 'No.')));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText('The scans could not be refreshed')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Sat, Jan 31, 2026/ })).toBeTruthy();
  });

  it('says that some scans are missing if only imported ones could not be loaded', async () => {
    fake.scans = [scanRun()];
    world.override(http.get('*/sightline/v1/sites/:siteId/scans', () => refuse(422, 'No.')));
    open(['collect', 'sites', 'scans']);
    expect(await screen.findByText('Not all scans could be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Sat, Jan 31, 2026/ })).toBeTruthy();
  });

  it('stops polling once the site is gone', async () => {
    fake.scans = [runningScan()];
    open();
    await screen.findByRole('progressbar', { name: 'Scan running' });
    world.override(
      http.get('*/collection/scans', () => HttpResponse.json({ title: 'No' }, { status: 404 })),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    await screen.findByRole('alert');
    const count = () => world.calls.filter((call) => call.includes('/collection/scans')).length;
    const before = count();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count()).toBe(before);
  });

  it('cancels a scan only after a confirmation', async () => {
    const cancelled: string[] = [];
    fake.scans = [runningScan()];
    world.override(
      http.post(`${scansPath}/:scanId/cancel`, ({ params }) => {
        cancelled.push(String(params['scanId']));
        fake.scans = [runningScan({ cancelling: true })];
        return HttpResponse.json(v1Scan, { status: 202 });
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel…' }));
    expect(cancelled).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel the scan' }));
    await screen.findByRole('heading', { name: 'The scan is being cancelled' });
    expect(cancelled).toEqual([uuid(0x901)]);
    expect(screen.queryByRole('button', { name: /Cancel/ })).toBeNull();
  });

  it('asks what failed again', async () => {
    await retryFailed();
  });

  it('asks what failed again from the panel of the scan, in which the focus stays', async () => {
    fake.scans = [scanRun({ answered: 478, failed: 2, canRetry: true })];
    const { user } = open();
    world.override(
      http.post(`${scansPath}/:scanId/retry`, () => {
        fake.scans = [runningScan()];
        return HttpResponse.json(v1Scan, { status: 202 });
      }),
    );
    await user.click(await screen.findByRole('button', { name: /^Sat, Jan 31, 2026/ }));
    const panel = await screen.findByRole('dialog');
    await user.click(within(panel).getByRole('button', { name: 'Retry what failed' }));
    await within(panel).findByText('Running');
    expect(within(panel).queryByRole('button', { name: 'Retry what failed' })).toBeNull();
    expect(panel.contains(document.activeElement)).toBe(true);
  });

  it('says what holds the running scan up, on the page and in its panel', async () => {
    fake.scans = [
      runningScan({
        cancelling: true,
        notStoredSince: '2026-01-31T06:02:00.000Z',
        platforms: [platformProgress({ inFlight: 3, inFlightMs: 200_000 })],
      }),
    ];
    const { user } = open();
    const sentences = [
      /^Nothing has been stored since .*6:02 AM: the disk may be full/,
      /^No more questions are asked\. The scan ends when the 3 questions in flight have come back\./,
      /^Claude API has 3 questions in flight, and has not responded .* for 3 minutes\./,
    ];
    for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Sat, Jan 31, 2026/ }));
    const panel = within(await screen.findByRole('dialog'));
    for (const sentence of sentences) expect(panel.getByText(sentence)).toBeTruthy();
  });

  it('shows how long a retried scan ran, without the time before the retry', async () => {
    fake.scans = [scanRun({ endedAt: '2026-01-31T09:00:00.000Z', durationMs: 300_000 })];
    const { user } = open();
    expect(await screen.findByText('5 minutes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Sat, Jan 31, 2026/ }));
    expect(within(await screen.findByRole('dialog')).getByText('5 minutes')).toBeTruthy();
  });

  it('lists scans of the service and imported ones, with what failed and why', async () => {
    const reasons = [{ reason: 'The answer was cut short.', questions: 2, messages: [] }];
    fake.scans = [
      scanRun({
        answered: 478,
        failed: 2,
        remark: 'Germany was not measured.',
        platforms: [platformProgress({ failed: 2, reasons })],
      }),
      scanRun({
        ...{ id: uuid(0x902), state: 'skipped', startedAt: null, durationMs: null, answered: 0 },
      }),
    ];
    open(['collect', 'sites', 'scans']);
    await screen.findByText('Germany was not measured.');
    const rows = screen.getByRole('region', { name: 'All scans' });
    expect(within(rows).getByText('478 of 480 answers')).toBeTruthy();
    expect(within(rows).getByText('$3.00 of about $3.10')).toBeTruthy();
    expect(within(rows).getByText('4 minutes')).toBeTruthy();
    expect(within(rows).getByText('Claude API: 2 failed (The answer was cut short.)')).toBeTruthy();
    expect(within(rows).getByText('Nothing asked')).toBeTruthy();
    expect(within(rows).getAllByText('Imported').length).toBeGreaterThan(0);
  });

  it.each([
    ['completed', 'Cancelled, measured'],
    ['failed', 'Cancelled'],
  ] as const)('says once that a %s scan was cancelled, and why', async (state, badge) => {
    const left = 'Claude API (Germany) is left out: only 2 of 120 questions were answered.';
    const why = 'Too many requests.';
    fake.scans = [
      scanRun({
        state,
        remark: `The scan was cancelled. ${left} ${why}`,
        answered: 362,
        failed: 1,
        platforms: [
          platformProgress({
            failed: 1,
            incompleteRegions: ['DE'],
            reasons: [{ reason: why, questions: 1, messages: [] }],
          }),
          platformProgress({ platform: 'chatgpt_api', incompleteRegions: ['DE'] }),
        ],
      }),
    ];
    const { user } = open();
    await screen.findByText(badge);
    const row = within(screen.getByRole('region', { name: 'All scans' }));
    expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(badge),
      `${left} ${why}`,
      'Claude API: 1 failed',
    ]);
    expect(row.queryByText(/was cancelled|Completed|Failed/)).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Sat, Jan 31, 2026/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(panel.getByText(badge)).toBeTruthy();
    expect(panel.getByText(`${left} ${why}`)).toBeTruthy();
    expect(panel.queryByText('ChatGPT API')).toBeNull();
    await panel.findByText('Which shop is best?');
  });

  it('shows what a platform said, as text', async () => {
    const reasons = [
      {
        reason: 'Anthropic answered with status 400 (invalid_request_error).',
        questions: 2,
        messages: ['Country code SG is <b>not</b> supported.', 'Too long.'],
      },
    ];
    const platforms = [platformProgress({ failed: 2, reasons })];
    fake.scans = [scanRun({ answered: 478, failed: 2, platforms })];
    const { user } = open();
    const row = await screen.findByText(/^Claude API: 2 failed/);
    expect(row.textContent).toBe(
      'Claude API: 2 failed (Anthropic answered with status 400 (invalid_request_error). “Country code SG is <b>not</b> supported.”)',
    );
    await user.click(screen.getByRole('button', { name: /^Sat, Jan 31, 2026/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(panel.getByText('Country code SG is <b>not</b> supported.')).toBeTruthy();
    expect(panel.getByText('Too long.')).toBeTruthy();
    await panel.findByText('Which shop is best?');
  });

  it('says that a running scan waits for a platform, and why, also in its panel', async () => {
    const waiting = {
      since: '2026-01-31T06:00:00.000Z',
      until: '2026-01-31T06:05:00.000Z',
      reason: 'Anthropic answered with status 429: too many requests.',
      message: 'Slow down.',
    };
    fake.scans = [runningScan({ platforms: [platformProgress({ waiting })] })];
    const { user } = open();
    const wait = await screen.findByText(/^Waiting for Claude API/);
    expect(wait.textContent).toMatch(
      /since Sat, Jan 31, 2026.*\. Anthropic answered with status 429: too many requests\. “Slow down\.” Next attempt: Sat.*\. After 30 minutes without an answer, the rest of its questions fail and cost nothing\.$/,
    );
    await user.click(screen.getByRole('button', { name: /^Sat, Jan 31, 2026/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(panel.getByText(wait.textContent)).toBeTruthy();
    await panel.findByText('Which shop is best?');
  });

  it('says once why a platform is left out', async () => {
    const remark =
      'Claude API (Germany) is left out: only 7 of 10 questions were answered. Refused.';
    const reasons = [{ reason: 'Refused.', questions: 3, messages: [] }];
    const platforms = [platformProgress({ failed: 3, incompleteRegions: ['DE'], reasons })];
    fake.scans = [scanRun({ answered: 7, failed: 3, remark, platforms })];
    open(['collect', 'sites', 'scans']);
    await screen.findByText(remark);
    expect(screen.getAllByText(/Refused\./)).toHaveLength(1);
  });

  it('marks a cancelled scan as incomplete, also if there is nothing else to say of it', async () => {
    fake.scans = [scanRun({ remark: 'The scan was cancelled.' })];
    open();
    const badge = await screen.findByText('Cancelled, measured');
    expect(badge.dataset['tone']).toBe('warn');
  });

  it('says of a cancelled scan that its questions were not answered, rather than that they failed', async () => {
    fake.scans = [scanRun({ remark: 'The scan was cancelled.', canRetry: true })];
    open();
    expect(await screen.findByRole('button', { name: 'Retry what was not answered' })).toBeTruthy();
  });

  it('opens what a scan asked and why questions failed, and closes it again', async () => {
    fake.scans = [
      scanRun({
        answered: 361,
        failed: 119,
        platforms: [
          platformProgress({
            answered: 1,
            failed: 119,
            interrupted: 1,
            incompleteRegions: ['DE'],
            reasons: [{ reason: 'The key was refused.', questions: 118, messages: [] }],
          }),
        ],
      }),
    ];
    const { user } = open();
    const opener = await screen.findByRole('button', { name: /^Sat, Jan 31, 2026/ });
    await user.click(opener);
    const panel = within(await screen.findByRole('dialog', { name: /^Scan of Sat, Jan 31, 2026/ }));
    expect(
      panel.getByText(
        '119 of 120 questions failed. 1 was in flight when the service stopped; it may have been paid for.',
      ),
    ).toBeTruthy();
    expect(panel.getByText(/^The key was refused\./)).toBeTruthy();
    expect(panel.getByText(/^No figures for Germany in this scan/)).toBeTruthy();
    expect(await panel.findByText('Which shop is best?')).toBeTruthy();
    expect(panel.getByText('No location')).toBeTruthy();
    expect(panel.getByText('2 times')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'Close' }));
    expect(document.activeElement).toBe(opener);
  });

  it('shows what each month has cost on each platform', async () => {
    const cost = (month: string, platform: string, costUsd: number) => ({
      month,
      platform,
      questions: 10,
      costUsd,
    });
    fake.siteScanSettings = siteScanSettings({
      costs: [
        cost('2026-01', 'claude_api', 7.2),
        cost('2026-01', 'chatgpt_api', 5.2),
        cost('2025-12', 'claude_api', 8),
      ],
    });
    open();
    const table = await screen.findByRole('table', { name: 'Cost by month' });
    const texts = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(texts).toEqual([
      ['Month', 'By platform', 'Total'],
      ['January 2026', 'Claude API $7.20 · ChatGPT API $5.20', '$12.40'],
      ['December 2025', 'Claude API $8.00', '$8.00'],
    ]);
  });

  it('shows the scan that runs, with the button that cancels it, although the costs could not be loaded', async () => {
    fake.scans = [runningScan()];
    world.override(http.get('*/collection', () => refuse(422, 'No.')));
    open();
    expect(await screen.findByRole('button', { name: 'Cancel…' })).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Scan running' })).toBeTruthy();
  });

  it('says what could not be loaded, and loads it on request', async () => {
    const failing = [
      http.get('*/collection', () => refuse(422, 'No.')),
      http.get('*/collection/scans', () => refuse(422, 'No.')),
    ];
    world.override(...failing);
    const { user } = open();
    await screen.findByText('The costs and the schedule could not be loaded');
    await screen.findByText('The scans could not be loaded');
    world.override(...scanHandlers(fake));
    for (const button of screen.getAllByRole('button', { name: 'Try again' }))
      await user.click(button);
    await findRun();
    expect(await screen.findByText('There have been no scans yet.')).toBeTruthy();
  });
});

describe('the focus on the page of scans', () => {
  const findCard = (name: string) => screen.findByRole('group', { name });

  it('stays in the card when a scan takes the place of the button that started it', async () => {
    const { user } = open();
    world.override(
      http.post(scansPath, () => {
        fake.scans = [runningScan()];
        return HttpResponse.json(v1Scan, { status: 202 });
      }),
    );
    await user.click(await findRun());
    const card = await findCard('Running scan');
    await waitFor(() => expect(document.activeElement).toBe(card));
  });

  it('returns to the button that cancels when the scan is left to run', async () => {
    fake.scans = [runningScan()];
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel…' }));
    await user.click(screen.getByRole('button', { name: 'Let it run' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel…' }));
  });

  it('stays in the card when the scan is cancelled, and when it has ended', async () => {
    fake.scans = [runningScan()];
    world.override(
      http.post(`${scansPath}/:scanId/cancel`, () => {
        fake.scans = [runningScan({ cancelling: true })];
        return HttpResponse.json(v1Scan, { status: 202 });
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel…' }));
    await user.click(screen.getByRole('button', { name: 'Cancel the scan' }));
    expect(document.activeElement).toBe(await findCard('Running scan'));
    fake.scans = [scanRun({ remark: 'The scan was cancelled.' })];
    await vi.advanceTimersByTimeAsync(2_000);
    await findRun();
    expect(document.activeElement).toBe(await findCard('Next scan'));
  });

  it('moves to the scan that is retried', async () => {
    await retryFailed();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Sat, Jan 31, 2026/ }));
  });

  it('moves to the page when all scans are shown', async () => {
    fake.scans = Array.from({ length: 25 }, (_, at) => scanRun({ id: uuid(0xa00 + at) }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show older scans' }));
    expect(screen.queryByRole('button', { name: 'Show older scans' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});

describe('when a schedule or somebody else starts a scan', () => {
  it('the page shows it within a minute', async () => {
    const { session } = open();
    await findRun();
    await vi.waitFor(() => {
      expect(world.calls).toContain('GET /sightline/v1/collecting');
      expect(session.get().client.isFetching()).toBe(0);
    });
    const scan = runningScan();
    fake.scans = [scan];
    fake.runningScans = { running: [runningEntry(scan)], lastEndedAt: null, problems: [] };
    await vi.advanceTimersByTimeAsync(60_000);
    await screen.findByRole('progressbar', { name: 'Scan running' });
  });
});

describe('when a scan of the site ends', () => {
  const isImportedCall = (call: string) =>
    call.startsWith(`GET /sightline/v1/sites/${siteId}/scans`);
  const countCalls = (isIt: (call: string) => boolean) => world.calls.filter(isIt).length;
  const isRunningScansCall = (call: string) => call === 'GET /sightline/v1/collecting';

  it('loads the data of the site again', async () => {
    const scan = runningScan();
    fake.runningScans = { running: [runningEntry(scan)], lastEndedAt: null, problems: [] };
    fake.scans = [scan];
    open(['collect', 'sites', 'scans']);
    await screen.findByRole('progressbar', { name: 'Scan running' });
    await vi.waitFor(() => expect(countCalls(isRunningScansCall)).toBeGreaterThan(0));
    const before = countCalls(isImportedCall);
    fake.scans = [scanRun()];
    fake.runningScans = { running: [], lastEndedAt: scanRun().endedAt, problems: [] };
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(countCalls(isImportedCall)).toBeGreaterThan(before));
    await findRun();
  });

  it('loads the data of the site again although the scan was never seen to run', async () => {
    open(['collect', 'sites', 'scans']);
    await findRun();
    await vi.waitFor(() => expect(countCalls(isRunningScansCall)).toBe(1));
    const before = countCalls(isImportedCall);
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(countCalls(isRunningScansCall)).toBe(2));
    expect(countCalls(isImportedCall)).toBe(before);
    fake.runningScans = { running: [], lastEndedAt: scanRun().endedAt, problems: [] };
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(countCalls(isImportedCall)).toBeGreaterThan(before));
  });
});
