import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type KeyName, measured, uuid } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { scopesWithout } from '../../../../tests/setup/key-scopes.ts';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';
import { pathTo } from '../../../contract/every-endpoint.ts';
import { setupScope } from '../../../contract/scopes.ts';

setUpBrowser();
const world = setUpService();
// So that the button is shown at once where it is offered.
beforeAll(async () => {
  await import('./delete-scan.tsx');
});
afterEach(() => void vi.useRealTimers());

const scanId = measured.scans.first;
const deletionPath = '*/sightline/v1/sites/:siteId/scans/:scanId';
const jobPath = '*/sightline/v1/setup-jobs/:jobId';
const jobOf = (state: string, failure: string | null = null) => ({
  id: uuid(0x77),
  state,
  failure,
});

const openPanel = async (
  capabilities = ['setup', 'scans'],
  canSetUp: boolean | null = null,
  key: KeyName = 'agency',
) => {
  const settings = world.signedIn(key);
  const session = settings.session && {
    ...settings.session,
    scopes: scopesWithout(canSetUp === false && setupScope),
  };
  const page = openAllDates(`/sites/${measured.siteId}/timeline`, `?scan=${scanId}`, {
    ...settings,
    capabilities,
    session,
  });
  const panel = within(await screen.findByRole('dialog', { name: /^Scan of/ }));
  await panel.findByText('Measured in this scan');
  return { panel, ...page };
};
const startDeleting = async (key?: KeyName) => {
  const user = userEvent.setup();
  const { panel, ...page } = await openPanel(undefined, undefined, key);
  await user.click(await panel.findByRole('button', { name: 'Delete this scan…' }));
  return { user, panel, ...page };
};

describe('deleting a scan', () => {
  it.each<[string, string[], boolean | null]>([
    ['the service cannot set up sites', ['scans'], true],
    ['the key may not', ['setup', 'scans'], false],
  ])('is not offered if %s', async (_, capabilities, canSetUp) => {
    const { panel } = await openPanel(capabilities, canSetUp);
    // Shown once the timeline has loaded, which takes longer than the code of the button.
    await panel.findByRole('table', { name: 'Visibility at this scan' });
    expect(panel.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });

  it('is not sent before it is confirmed, and can be cancelled with the focus kept', async () => {
    const { user, panel } = await startDeleting();
    expect(await panel.findByText(/^Deletes the scan with its \d+ answers\./)).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'Keep it' }));
    expect(document.activeElement?.textContent).toBe('Delete this scan…');
    expect(world.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('closes the panel, says that the scan has been deleted, and loads the timeline again', async () => {
    const { user, panel, address } = await startDeleting();
    // Shown once the timeline has loaded.
    await panel.findByRole('table', { name: 'Visibility at this scan' });
    const countTimelines = () => world.calls.filter((call) => call.includes('/timeline')).length;
    const timelinesBefore = countTimelines();
    await user.click(panel.getByRole('button', { name: 'Delete the scan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const path = pathTo('scan', { siteId: measured.siteId, scanId });
    expect((await world.send(path, 'agency')).status).toBe(404);
    await waitFor(() => expect(address()).not.toContain('scan='));
    await waitFor(() => expect(countTimelines()).toBeGreaterThan(timelinesBefore));
    const notice = await screen.findByText(/^Scan of .* has been deleted\.$/);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(notice.isConnected).toBe(false);
  });

  it('waits for another import, says so, and then closes the panel', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let job = jobOf('waiting');
    world.override(
      http.delete(deletionPath, () => HttpResponse.json(job, { status: 202 })),
      http.get(jobPath, () => HttpResponse.json(job)),
    );
    const { user, panel } = await startDeleting();
    await user.click(panel.getByRole('button', { name: 'Delete the scan' }));
    expect(await panel.findByText(/^The change is waiting for its turn\./)).toBeTruthy();
    job = jobOf('done');
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says why it failed, and can then be sent again', async () => {
    const job = jobOf('failed', 'The disk is full.');
    world.override(
      http.delete(deletionPath, () => HttpResponse.json(job, { status: 202 })),
      http.get(jobPath, () => HttpResponse.json(job)),
    );
    const { user, panel } = await startDeleting();
    const deletion = panel.getByRole('button', { name: 'Delete the scan' });
    await user.click(deletion);
    expect((await panel.findByRole('alert')).textContent).toBe(
      'The scan could not be deleted. The disk is full.',
    );
    expect(deletion.getAttribute('aria-disabled')).toBeNull();
  });

  it('shows the service’s reason for refusing it', async () => {
    const { user, panel } = await startDeleting('readonly');
    await user.click(panel.getByRole('button', { name: 'Delete the scan' }));
    expect((await panel.findByRole('alert')).textContent).toContain(setupScope);
  });
});
