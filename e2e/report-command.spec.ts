import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { extractText } from 'unpdf';
import { commandOf, launch, waitForExit } from '../tests/setup/launch.ts';
import { findBrowser } from './browser.ts';
import { expect, type Host, test } from './host.ts';
import { sampleSite } from './navigation.ts';

/** Runs the report command on the host's sample site. */
function runReport(host: Host, out: string, chromium: string, ...options: string[]) {
  const command = ['--site', sampleSite.siteId, '--out', out, '--url', host.url];
  const environment = { SIGHTLINE_KEY: 'sample-agency', CHROMIUM_PATH: chromium };
  const question = ['--question', 'range=30d&zone=Europe/Berlin'];
  return waitForExit(
    launch(environment, commandOf('commands/report.ts', ...command, ...question, ...options)),
  );
}

test(
  'the report command writes a PDF in the chosen paper size next to the HTML file',
  { tag: '@walk' },
  async ({ host }, testInfo) => {
    const out = testInfo.outputPath('reports');
    const {
      code,
      err,
      out: printed,
    } = await runReport(host, out, findBrowser() ?? '', '--paper', 'letter', '--landscape');
    expect([code, err]).toEqual([0, '']);
    const [html = '', pdf = ''] = printed.trim().split('\n');
    expect(html).toMatch(/\.html$/);
    expect(pdf).toBe(html.replace(/html$/, 'pdf'));
    const file = await readFile(pdf);
    expect(file.toString('latin1')).toContain('/MediaBox [0 0 792 612]');
    expect(file.toString('latin1'), 'the typeface of the file').toMatch(/\/FontName \/\w+\+Inter/);
    const { text } = await extractText(new Uint8Array(file));
    expect(text.length).toBeGreaterThan(2);
    for (const [at, page] of text.entries()) {
      expect(page, `the name of the site on page ${at + 1}`).toContain('northwind.example');
      expect(page).toContain(`${at + 1} / ${text.length}`);
    }
  },
);

test('the report command keeps the HTML file when the PDF cannot be created', async ({
  host,
}, testInfo) => {
  const out = testInfo.outputPath('reports');
  const failingChromium = testInfo.outputPath('chromium');
  await writeFile(failingChromium, '#!/bin/sh\necho "no display" >&2\nexit 1\n');
  await chmod(failingChromium, 0o755);
  const outcome = await runReport(host, out, failingChromium);
  expect([outcome.code, outcome.err]).toEqual([
    1,
    `${failingChromium} could not create the PDF: no display\n`,
  ]);
  const [name = ''] = await readdir(out);
  expect(await readdir(out)).toEqual([basename(outcome.out.trim())]);
  expect(name).toMatch(/\.html$/);
});

test('the report command fails if the file at CHROMIUM_PATH does not exist', async ({
  host,
}, testInfo) => {
  const missingPath = testInfo.outputPath('nowhere');
  const { code, out, err } = await runReport(host, testInfo.outputPath('reports'), missingPath);
  expect([code, out, err]).toEqual([1, '', `CHROMIUM_PATH: there is no file at ${missingPath}.\n`]);
});
