import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured, unknownId } from '../../../../tests/service/small-world.ts';
import { setUpBrowser } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const timelinesPath = '*/v1/sites/:siteId/reports/timeline';
const filtersPath = '*/v1/sites/:siteId/filters';
const open = (search: string, siteId: string = measured.siteId) =>
  openAllDates(`/sites/${siteId}/timeline`, search, world.signedIn('agency'));
/** Makes the service respond with a 404 without a problem type to every timeline request that names a brand. */
const serveUntyped404s = () =>
  world.override(
    http.get(timelinesPath, ({ request }) =>
      /[?&](?:brand|brandId|competitorId)=/.test(request.url)
        ? HttpResponse.json({ message: 'Not found' }, { status: 404 })
        : undefined,
    ),
  );
const findAlert = async () => {
  const message = await screen.findByText('The timeline could not be loaded');
  const alert = message.closest('[role="alert"]');
  if (!alert) throw new Error('The failure is not in an alert.');
  return alert;
};

describe('a timeline that is not found', () => {
  it('blames the brand if the site’s filters are found, and can be shown without that brand', async () => {
    const user = userEvent.setup();
    serveUntyped404s();
    const { address } = open(`?groupBy=platform&brandId=${unknownId}`);
    await waitFor(async () => expect((await findAlert()).textContent).toContain('Brand not found'));
    await user.click(screen.getByRole('button', { name: 'Remove “Brand”' }));
    await screen.findByRole('table', { name: /as a table$/ });
    expect(address()).toBe(`/sites/${measured.siteId}/timeline?groupBy=platform`);
  });

  it('blames the site if the filters are not found either', async () => {
    serveUntyped404s();
    open(`?brand=${unknownId}`, unknownId);
    await waitFor(async () => expect((await findAlert()).textContent).toContain('Site not found'));
    expect(screen.queryByRole('button', { name: /^Remove “/ })).toBeNull();
  });

  it('blames the brand if the service says that it is missing, even if the filters fail', async () => {
    world.override(
      http.get(filtersPath, () => HttpResponse.json({ message: 'No.' }, { status: 400 })),
    );
    open(`?brand=${unknownId}`);
    expect((await findAlert()).textContent).toContain('Brand not found on this site.');
    expect(screen.getByRole('button', { name: 'Remove “Brands”' })).toBeTruthy();
  });
});

describe('a timeline that is refused', () => {
  it('shows the reason beside a refused parameter, and removes the range that a refused date came from', async () => {
    const user = userEvent.setup();
    world.override(
      http.get(timelinesPath, ({ request }) =>
        /startDate.*metric=gap/.test(request.url)
          ? HttpResponse.json(
              { detail: 'No.', errors: [{ parameter: 'startDate', message: 'is too early' }] },
              { status: 422 },
            )
          : undefined,
      ),
    );
    const { address } = open('?range=7d');
    await user.click(await screen.findByRole('radio', { name: 'Gap' }));
    const removeButton = await screen.findByRole('button', { name: 'Remove “Start date”' });
    expect(removeButton.parentElement?.textContent).toContain('Start date is too early.');
    await user.click(removeButton);
    await screen.findByRole('table', { name: 'Gap by brand, as a table' });
    expect(address()).toBe(`/sites/${measured.siteId}/timeline?metric=gap`);
  });
});

describe('property names that every object inherits', () => {
  it.each(['__proto__', 'constructor', 'toString'])(
    'are treated as ordinary text in a type, status, metric, grouping or method: %s',
    async (word) => {
      world.override(
        http.get('*/v1/sites/:siteId/scans/:scanId', () =>
          HttpResponse.json({ id: unknownId, status: word }),
        ),
        http.get(filtersPath, () =>
          HttpResponse.json({ models: [{ id: 'one', name: 'One', method: word }] }),
        ),
        http.get(timelinesPath, () =>
          HttpResponse.json({
            metric: word,
            groupBy: word,
            brand: { id: unknownId, name: word },
            series: [{ key: word, label: word, points: [{ date: '2026-01-01', value: 1 }] }],
          }),
        ),
      );
      open(`?scan=${unknownId}`);
      expect(await screen.findByText(`${word} (unknown status)`)).toBeTruthy();
      expect(await screen.findByRole('figure', { hidden: true })).toBeTruthy();
      cleanup();
      world.override(
        http.get(timelinesPath, () =>
          HttpResponse.json({ type: word, detail: 'No.' }, { status: 400 }),
        ),
      );
      open('');
      expect((await findAlert()).textContent).toContain('The service refused the request.');
    },
  );
});
