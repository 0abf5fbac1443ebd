import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { measured } from '../../../../tests/service/small-world.ts';
import {
  countsPath,
  countsWith,
  respondWithTimeline,
  scansPath,
  scansWith,
  timelinesPath,
  unchangedSeries,
} from '../../../../tests/setup/changing-site.ts';
import { setUpBrowser, testNow } from '../../../../tests/setup/dashboard.tsx';
import { openAllDates } from '../../../../tests/setup/open-all-dates.ts';
import { setUpService } from '../../../../tests/setup/service-world.ts';

setUpBrowser();
const world = setUpService();

const open = (search: string, capabilities: string[]) =>
  openAllDates(`/sites/${measured.siteId}/timeline`, search, {
    ...world.signedIn('agency'),
    capabilities,
  });
const serveTimeline = () =>
  world.override(
    http.get(timelinesPath, ({ request }) =>
      respondWithTimeline(new URL(request.url).searchParams, unchangedSeries),
    ),
  );
const findBasis = async () => {
  const element = await screen.findByText(/^\d+ scans?/);
  return element.textContent?.replaceAll(/\s/g, ' ') ?? '';
};
/** The texts of the details behind the figures; opens them if necessary. */
const readDetails = async () => {
  const button = await screen.findByRole('button', { name: 'About these figures' });
  if (button.getAttribute('aria-expanded') === 'false') await userEvent.click(button);
  const dialog = screen.getByRole('dialog', { name: 'About these figures' });
  return within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replaceAll(/\s/g, ' '));
};
const february = '?startDate=2026-02-01&endDate=2026-02-28';

describe('the answers behind a timeline', () => {
  // Counted by hand in the records of the small world.
  it.each([
    ['', '9 answers to 2 prompts'],
    ['?platform=claude_api', '6 answers to 2 prompts'],
    ['?startDate=2026-01-03&compare=none', '5 answers to 2 prompts'],
    ['?startDate=2026-01-03', '5 answers to 2 prompts'],
    // Two scans with one prompt each.
    ['?region=US:California&groupBy=platform', '2 answers to 2 prompts'],
    ['?metric=sentiment', '9 answers to 2 prompts'],
  ])('are counted for the scans in view (search “%s”)', async (search, expected) => {
    open(search, ['counts']);
    await waitFor(async () =>
      expect(await findBasis()).toMatch(new RegExp(` · based on ${expected}$`)),
    );
  });

  it('are not requested from a service that does not count them', async () => {
    open('', []);
    await findBasis();
    await screen.findByRole('table', { name: /as a table$/ });
    expect(world.calls.filter((call) => call.includes('/sightline/'))).toEqual([]);
  });

  it.each([
    ['is a refusal', () => HttpResponse.json({}, { status: 403 })],
    ['has an unexpected shape', () => HttpResponse.json([1, 2])],
    ['is empty', () => HttpResponse.json({ data: [], filters: {} })],
    ['has impossible numbers', () => HttpResponse.json(countsWith(-1, () => 0.5))],
    ['never arrives', () => new Promise<never>(() => {})],
  ])(
    'are not shown, and no verdict is marked as exploratory, if the response with the counts %s',
    async (_, resolver) => {
      serveTimeline();
      world.override(http.get(countsPath, resolver));
      open(february, ['counts']);
      await waitFor(() =>
        expect(screen.getAllByText(/^Up 10\.0\spt: more than the usual scatter$/).length).toBe(3),
      );
      expect(await findBasis()).not.toContain('based on');
      expect(screen.queryByText('exploratory')).toBeNull();
    },
  );
});

it('the header names the last scan, and opens the rest on demand', async () => {
  serveTimeline();
  world.override(http.get(countsPath, () => HttpResponse.json(countsWith(100, () => 60))));
  open(february, ['counts']);
  await screen.findByText(/^Last scan .+ ago$/);
  await waitFor(async () =>
    expect(await readDetails()).toEqual([
      measured.siteId,
      '28 scans',
      expect.stringMatching(/^last completed .* \(.*\) · .* ago$/),
      expect.stringMatching(/^from .* to .* \(UTC days\)$/),
      'based on 2,800 answers to 60 prompts',
    ]),
  );
});

describe('a verdict', () => {
  it.each([
    ['few prompts', 100, 49],
    ['few answers per scan', 29, 60],
  ])(
    'is marked as exploratory, with an explanation, if based on %s',
    async (_, answers, prompts) => {
      const user = userEvent.setup();
      serveTimeline();
      world.override(
        http.get(countsPath, () => HttpResponse.json(countsWith(answers, () => prompts))),
      );
      open(february, ['counts']);
      await user.click(await screen.findByRole('button', { name: 'About “Exploratory”' }));
      expect(screen.getByRole('dialog', { name: 'Exploratory' }).textContent).toMatch(
        /fewer than 50 prompts, or fewer than 30 answers per scan/,
      );
    },
  );

  it('is not marked as exploratory if based on enough prompts and answers', async () => {
    serveTimeline();
    world.override(http.get(countsPath, () => HttpResponse.json(countsWith(100, () => 60))));
    open(february, ['counts']);
    await waitFor(async () =>
      expect(await findBasis()).toContain('based on 2,800 answers to 60 prompts'),
    );
    expect(await screen.findAllByText(/more than the usual scatter$/)).toBeTruthy();
    expect(screen.queryByText('exploratory')).toBeNull();
  });
});

describe('the newest scan', () => {
  const withNewest = (status: string) => {
    const { data, nextCursor } = scansWith(() => 60);
    const newer = { ...data[0], id: 'newer', status, completedAt: new Date(testNow).toISOString() };
    return { data: [newer, ...data], nextCursor };
  };

  it.each([
    ['failed', 'the latest scan failed just now'],
    ['running', 'a new scan is running'],
    ['queued', 'a new scan is queued'],
  ])(
    'is mentioned in the details if it is newer than the scans in view and has status %s',
    async (status, expected) => {
      serveTimeline();
      world.override(http.get(scansPath, () => HttpResponse.json(withNewest(status))));
      open('', ['scans']);
      await waitFor(async () => expect((await readDetails()).at(-1)).toBe(expected));
    },
  );

  it('is mentioned in the header too if it failed', async () => {
    serveTimeline();
    world.override(http.get(scansPath, () => HttpResponse.json(withNewest('failed'))));
    open('', ['scans']);
    await screen.findByText(/^Last scan .+ · the latest scan failed just now$/);
  });

  it.each([
    ['?startDate=2026-01-01&endDate=2026-01-31&compare=none', /^Last scan 8 months ago/],
    ['?startDate=2026-05-01&endDate=2026-05-31&compare=none', /in view · last scan 8 months ago$/],
    ['?platform=claude_api', /^Last scan 8 months ago/],
  ])('does not change which scan was the site’s last (search “%s”)', async (search, expected) => {
    serveTimeline();
    world.override(http.get(scansPath, () => HttpResponse.json(scansWith(() => 60))));
    open(search, ['scans']);
    expect(await screen.findByText(expected)).toBeTruthy();
  });

  it('is called the last in view if the service lists no scans and later ones may be out of view', async () => {
    serveTimeline();
    open('?startDate=2026-01-01&endDate=2026-01-31&compare=none', []);
    expect(await screen.findByText(/^Last scan in view 9 months ago/)).toBeTruthy();
  });

  it('is mentioned on a site without completed scans', async () => {
    world.override(
      http.get(timelinesPath, ({ request }) =>
        respondWithTimeline(new URL(request.url).searchParams, {}),
      ),
      http.get(scansPath, () => {
        const { data, nextCursor } = withNewest('failed');
        return HttpResponse.json({ data: data.slice(0, 1), nextCursor });
      }),
    );
    open('', ['counts', 'scans']);
    const element = await screen.findByText(/^No completed scans in view/);
    await waitFor(() =>
      expect(element.textContent).toBe(
        'No completed scans in view · the latest scan failed just now',
      ),
    );
  });

  it('is not mentioned if the days in view end before it', async () => {
    serveTimeline();
    world.override(http.get(scansPath, () => HttpResponse.json(withNewest('failed'))));
    open('?startDate=2026-01-01&endDate=2026-01-31&compare=none', ['scans']);
    await screen.findByRole('table', { name: /as a table$/ });
    await waitFor(() =>
      expect(world.calls.filter((call) => call.includes('/scans?')).length).toBe(2),
    );
    expect((await readDetails()).join()).not.toContain('latest scan');
  });
});
