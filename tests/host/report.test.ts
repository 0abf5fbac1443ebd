import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import type { ReportRequest, ReportResult, Transport } from '../../src/contract/report-file.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { AdministrationError } from '../../src/host/admin/administration-error.ts';
import { startControl } from '../../src/host/admin/control.ts';
import { socketPathOf } from '../../src/host/admin/control-socket.ts';
import { findChromium } from '../../src/host/report/find-chromium.ts';
import { loadBundle } from '../../src/host/report/load-bundle.ts';
import { printPdf } from '../../src/host/report/print-pdf.ts';
import { openOperatorTransport } from '../../src/host/report/transports.ts';
import { prepareFolder, writeWholeFile } from '../../src/host/report/write-files.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { branches, loadSmallWorld, measured, now, unknownId } from '../service/small-world.ts';
import { createTemporaryFolder } from './harness.ts';

const settings = {
  units: { visibility: '%' },
  paging: { cursor: 'cursor', limit: 'limit' },
  brand: { name: 'Harbour </style><script>alert(1)</script>', logo: null, accent: null },
} as const;

async function openWorld() {
  const store = createMemoryStore();
  await loadSmallWorld(store);
  return { store, administration: createAdministration(store, { clock: () => now }) };
}

const { siteId } = measured;

async function makeReportFor(
  question: string,
  overrides: Partial<ReportRequest> = {},
): Promise<ReportResult> {
  const { administration } = await openWorld();
  const { makeReport } = await loadBundle();
  return makeReport({
    siteId,
    question,
    settings,
    now,
    transport: await openOperatorTransport(administration, siteId),
    dashboard: 'https://reports.example.com',
    needsComparison: false,
    ...overrides,
  });
}

async function makeHtml(question: string): Promise<string> {
  const result = await makeReportFor(question);
  return result.kind === 'created' ? result.html : expect.unreachable(result.reason);
}

const getFailureReason = async (
  question: string,
  overrides?: Partial<ReportRequest>,
): Promise<string> => {
  const result = await makeReportFor(question, overrides);
  return result.kind === 'failed' ? result.reason : expect.unreachable('The report was made.');
};

describe('a report as a file', () => {
  it('needs no script and nothing from elsewhere', async () => {
    const html = await makeHtml('dates=all');
    expect(html).not.toMatch(/<script/i);
    expect(html).not.toMatch(/\son\w+=/i);
    expect(html).toContain(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
    );
    // Besides the SVG namespace, the only address is the link to the live page.
    const addresses = [...html.matchAll(/https?:\/\/[^"<\s]+/g)].map(([address]) => address);
    const otherAddresses = addresses.filter((address) => address !== 'http://www.w3.org/2000/svg');
    expect(otherAddresses).toEqual([
      expect.stringContaining(`https://reports.example.com/sites/${measured.siteId}/report?`),
    ]);
    expect(html).not.toMatch(/@import|url\((?!data:font\/woff2;base64,)/);
    const images = [...html.matchAll(/\s(?:src|xlink:href)="([^"]*)"/g)].map(([, image]) => image);
    expect(images.filter((image) => !image?.startsWith('data:image/'))).toEqual([]);
  });

  it('contains its typeface and is at most 400 kB', async () => {
    const html = await makeHtml('dates=all');
    expect(html).toMatch(
      /@font-face{font-family:"?Inter Variable"?;[^}]*src:url\(data:font\/woff2;base64,/,
    );
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(400_000);
  });

  it('says whose figures these are, and when it was made', async () => {
    const html = await makeHtml('dates=all&zone=Pacific/Auckland');
    expect(html).toMatch(/<h1[^>]*><bdi>Acme<\/bdi>/);
    expect(html).toContain('Harbour &lt;/style&gt;&lt;script&gt;');
    expect(html).toMatch(/:root\{--report-foot:"[^"<]*Acme · Visibility[^"<]*"\}/);
    expect(html).toMatch(/Auckland, UTC\+13/);
    expect(html.replaceAll(/\s/g, ' ')).toMatch(/<dt>Created<\/dt><dd>Sun, .*2026/);
  });

  it('is named after the client, the site, the metric and the dates', async () => {
    const result = await makeReportFor('startDate=2026-01-01&endDate=2026-01-05');
    expect(result).toMatchObject({
      name: 'mark-first report Shop visibility report 2026-01-01 to 2026-01-05',
    });
  });

  it('covers the last 365 days if its question has no dates and no period has enough scans', async () => {
    const daysAt = async (day: string) => {
      const result = await makeReportFor('', { now: Date.parse(`${day}T12:00:00Z`) });
      return result.kind === 'created' ? result.name.slice(-24) : result.reason;
    };
    expect(await daysAt('2026-02-01')).toBe('2025-02-02 to 2026-02-01');
    expect(await daysAt('2026-03-20')).toBe('2025-03-21 to 2026-03-20');
  });

  it('has the sections that its question lists, in the same order, and shows its introduction as plain text', async () => {
    const html = await makeHtml('dates=all&sections=chart&sections=headline&intro=a%3Cb%3Ec');
    const sectionNames = [...html.matchAll(/data-section="(\w+)"/g)].map(([, name]) => name);
    expect(sectionNames).toEqual(['chart', 'headline']);
    expect(html).toContain('a&lt;b&gt;c');
  });

  it.each([
    ['range', 'range=30x'],
    ["'colour'", 'colour=blue'],
    ['startDate', 'startDate=2026-02-30'],
    ["sections: there is no section 'cover'", 'sections=cover'],
    ['dates', 'dates=some'],
    ['intro', `intro=${'x'.repeat(2_001)}`],
    ['platform', 'dates=all&platform=nope'],
  ])(
    'is not made from an invalid question, and the error contains "%s"',
    async (expected, question) => {
      expect(await getFailureReason(question)).toContain(expected);
    },
  );

  it.each([
    ['the sources', ['reports/sources']],
    ['the number of answers', ['reports/counts']],
    ['the changes in what was measured, the number of answers', ['reports/counts', '/scans']],
    ['the changes in what was measured, the filter options', ['/filters']],
    ['the figures by region', ['groupBy=region']],
    [
      'the matrix row for ChatGPT, the matrix row for Claude API, the matrix row for Perplexity',
      ['reports/matrix', 'platform='],
    ],
  ])('is not made if a part could not be loaded: %s', async (names, refusedSubstrings) => {
    const { administration } = await openWorld();
    const send = await openOperatorTransport(administration, siteId);
    const transport: Transport = (address, init) =>
      refusedSubstrings.some((substring) => address.includes(substring))
        ? Promise.resolve(Response.json({}, { status: 400 }))
        : send(address, init);
    const reason = await getFailureReason('dates=all&compare=previous', { transport });
    expect(reason).toBe(`Could not load: ${names}.`);
  });

  it.each(['compare=none', 'dates=all'])(
    'is not made for --only-if-moved if nothing is compared: %s',
    async (question) => {
      expect(await getFailureReason(question, { needsComparison: true })).toBe(
        '--only-if-moved needs a comparison. Add one to --question, such as compare=previous.',
      );
    },
  );

  it('is not made without figures', async () => {
    expect(await getFailureReason('range=7d')).toBe(
      'No completed scan matches these filters and dates.',
    );
  });
});

describe('the operator', () => {
  it('gets an error for an unknown site', async () => {
    const { administration } = await openWorld();
    await expect(openOperatorTransport(administration, unknownId)).rejects.toThrow(
      `No site has the ID ${unknownId}.`,
    );
  });

  it('cannot read another account’s data, and leaves the last use of every key unchanged', async () => {
    const { administration, store } = await openWorld();
    const lastUses = new Map((await store.keys()).map((key) => [key.id, key.lastUsedAt]));
    const ownSiteId = branches.first.ids.siteId;
    for (const foreignBranch of [branches.other, branches.business, branches.sample]) {
      const path = `/v1/sites/${foreignBranch.ids.siteId}/filters`;
      const unknown = path.replace(foreignBranch.ids.siteId, unknownId);
      const [response, missing] = [
        await administration.run('read', { siteId: ownSiteId, address: path }),
        await administration.run('read', { siteId: ownSiteId, address: unknown }),
      ];
      expect(response).toEqual(missing);
      expect(response.status).toBe(404);
    }
    const listed = await administration.run('read', {
      siteId: ownSiteId,
      address: '/sightline/v1/sites?limit=100',
    });
    expect(listed.status).toBe(200);
    expect(listed.body).not.toContain('mark-other');
    expect(new Map((await store.keys()).map((key) => [key.id, key.lastUsedAt]))).toEqual(lastUses);
  });

  it('only reads, even if a command sends the method POST and a body', async () => {
    const { store } = await openWorld();
    const { accountId, ids } = branches.first;
    const { siteId, recommendationId } = ids;
    const readNotes = () => store.notes({ accountId, clientId: null }, siteId, recommendationId);
    const before = await readNotes();
    const dataDir = await createTemporaryFolder();
    const control = await startControl({ store, dataDir, clock: () => now });
    onTestFinished(() => control.close());
    const outgoing = request({ socketPath: socketPathOf(dataDir), path: '/read', method: 'POST' });
    outgoing.end(
      JSON.stringify({
        siteId,
        address: pathTo('notes', { siteId, recommendationId }),
        method: 'POST',
        body: JSON.stringify({ body: 'A note' }),
        headers: { 'Content-Type': 'application/json' },
      }),
    );
    const [response] = await once(outgoing, 'response');
    const lines = (await text(response)).trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ done: { status: 405 } });
    expect(await readNotes()).toEqual(before);
  });
});

describe('printing a PDF', () => {
  const writeFakeChromium = async (script: string): Promise<string> => {
    const chromium = join(await createTemporaryFolder(), 'chromium');
    await writeFile(chromium, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return chromium;
  };

  it.each([
    ['echo starting >&2; echo "no display" >&2; exit 1', 'no display'],
    ['exit 7', 'exit code 7'],
    ['echo "cannot write" >&2', 'cannot write'],
  ])('fails with Chromium’s last line or exit code: %s', async (script, reason) => {
    const chromium = await writeFakeChromium(script);
    const printPromise = printPdf('<style></style>', { chromium, paper: 'A4', isLandscape: false });
    await expect(printPromise).rejects.toThrow(
      new AdministrationError(`${chromium} could not create the PDF: ${reason}`),
    );
  });

  it('uses the Chromium at CHROMIUM_PATH, which must exist', async () => {
    const chromium = await writeFakeChromium('');
    expect(findChromium({ CHROMIUM_PATH: chromium })).toBe(chromium);
    const missing = `${chromium}-2`;
    expect(() => findChromium({ CHROMIUM_PATH: missing })).toThrow(
      new AdministrationError(`CHROMIUM_PATH: there is no file at ${missing}.`),
    );
  });
});

describe('the folder of a report', () => {
  it('is created, but its parent folder must exist', async () => {
    const folder = await createTemporaryFolder();
    await prepareFolder(join(folder, 'new'));
    expect(await readdir(folder)).toEqual(['new']);
    await expect(prepareFolder(join(folder, 'none/new'))).rejects.toThrow(
      'its parent folder does not exist',
    );
  });

  it('cannot be a file', async () => {
    const file = join(await createTemporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(prepareFolder(file)).rejects.toThrow(
      `Cannot write to ${file}: it is not a folder`,
    );
    await expect(prepareFolder(join(file, 'in'))).rejects.toBeInstanceOf(AdministrationError);
  });

  it('contains only whole files, and a new file replaces one with the same name', async () => {
    const folder = await createTemporaryFolder();
    await writeWholeFile(folder, 'a.html', 'first');
    await writeWholeFile(folder, 'a.html', 'second');
    expect(await readFile(join(folder, 'a.html'), 'utf8')).toBe('second');
    // A file cannot replace a folder, so this write fails.
    await mkdir(join(folder, 'b.html/inside'), { recursive: true });
    await expect(writeWholeFile(folder, 'b.html', 'text')).rejects.toBeInstanceOf(
      AdministrationError,
    );
    expect((await readdir(folder)).toSorted()).toEqual(['a.html', 'b.html']);
  });
});
