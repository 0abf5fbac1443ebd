import { isUuid } from '../../contract/fields.ts';
import type { ReportResult, Transport } from '../../contract/report-file.ts';
import { AdministrationError } from '../admin/administration-error.ts';
import { type Config, readConfig } from '../config.ts';
import { printLine, toPrintableLines } from '../printable.ts';
import { findChromium } from '../report/find-chromium.ts';
import { loadBundle } from '../report/load-bundle.ts';
import { type Paper, papers, printPdf } from '../report/print-pdf.ts';
import { createKeyTransport, openOperatorTransport } from '../report/transports.ts';
import { prepareFolder, writeWholeFile } from '../report/write-files.ts';
import { runCommand, withAdministration } from './administer.ts';
import { parseArguments, resolveUserPath, UsageError } from './arguments.ts';

const usage = `Usage: npm run report -- --site ID --out FOLDER [options]

Writes the report of a site as one HTML file that opens offline and, if Chromium is installed, as a PDF.

--site ID          ID of the site
--out FOLDER       folder to write the files to; it is created if needed
--question QUERY   the query of the report page's address, for example
                   "metric=visibility&range=30d&compare=previous&zone=Europe/Berlin" (docs/reports.md)
--only-if-moved    writes only if something moved by more than the usual scatter, and exits with 3 otherwise
--paper A4|Letter  paper size of the PDF (default: A4)
--landscape        prints the PDF in landscape
--no-pdf           writes only the HTML file
--url ADDRESS      the address of the dashboard, for the link to the live page (default: PUBLIC_URL)

Reads the store in DATA_DIR, through the host that uses it if one is running, or on the server at CLICKHOUSE_URL. With a
key in SIGHTLINE_KEY, reads from the host at that address instead.`;

const options = {
  site: { type: 'string' },
  out: { type: 'string' },
  question: { type: 'string' },
  'only-if-moved': { type: 'boolean' },
  paper: { type: 'string' },
  landscape: { type: 'boolean' },
  'no-pdf': { type: 'boolean' },
  url: { type: 'string' },
} as const;

/** The exit code if `--only-if-moved` wrote nothing. */
const nothingMovedExitCode = 3;

const createUsageError = (reason: string) => new UsageError(reason, 'report');

interface ReportArguments {
  siteId: string;
  folder: string;
  question: string;
  onlyIfMoved: boolean;
  paper: Paper;
  isLandscape: boolean;
  shouldWritePdf: boolean;
  /** The address of the dashboard, without a trailing slash; null if none was given. */
  url: string | null;
}

function parseUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash === '';
  if (!isAddress || url.username || url.password) {
    throw createUsageError(
      `--url takes an address such as https://reports.example.com, not '${text}'.`,
    );
  }
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** @throws UsageError if the arguments are invalid. */
function readArguments(args: readonly string[]): ReportArguments {
  const { values, positionals } = parseArguments('report', args, options);
  const [surplus] = positionals;
  if (surplus !== undefined) throw createUsageError(`Unexpected argument '${surplus}'.`);
  const { site, out, question = '', paper: paperName = papers[0] } = values;
  if (site === undefined) throw createUsageError('Give the site: --site ID.');
  if (!isUuid(site)) throw createUsageError(`--site takes an ID (a UUID), not '${site}'.`);
  if (out === undefined) throw createUsageError('Give the folder to write to: --out FOLDER.');
  const paper = papers.find((name) => name.toLowerCase() === paperName.toLowerCase());
  if (!paper) throw createUsageError(`--paper takes ${papers.join(' or ')}, not '${paperName}'.`);
  return {
    siteId: site.toLowerCase(),
    folder: resolveUserPath(out),
    question: question.replace(/^\?/, ''),
    onlyIfMoved: values['only-if-moved'] ?? false,
    paper,
    isLandscape: values.landscape ?? false,
    shouldWritePdf: !values['no-pdf'],
    url: parseUrl(values.url),
  };
}

async function createReport(
  { siteId, question, onlyIfMoved, url }: ReportArguments,
  config: Config,
  transport: Transport,
): Promise<Extract<ReportResult, { kind: 'created' }>> {
  const { makeReport } = await loadBundle();
  const { units, paging, brand } = config;
  const result = await makeReport({
    siteId,
    question,
    transport,
    dashboard: url,
    needsComparison: onlyIfMoved,
    settings: { units, paging, brand },
    now: Date.now(),
  });
  if (result.kind === 'failed') throw new AdministrationError(result.reason);
  return result;
}

async function writeReport(
  reportArguments: ReportArguments,
  config: Config,
  transport: Transport,
): Promise<void> {
  const { folder, onlyIfMoved, shouldWritePdf, paper, isLandscape } = reportArguments;
  const chromium = shouldWritePdf ? findChromium(process.env) : null;
  await prepareFolder(folder);
  const { html, name, unmovedReason } = await createReport(reportArguments, config, transport);
  if (onlyIfMoved && unmovedReason !== null) {
    process.stderr.write(toPrintableLines(`${unmovedReason} No report was written.\n`));
    process.exitCode = nothingMovedExitCode;
    return;
  }
  printLine(await writeWholeFile(folder, `${name}.html`, html));
  if (!shouldWritePdf) return;
  if (chromium === null) {
    const advice = 'Install Chromium, or set CHROMIUM_PATH to its path.';
    process.stderr.write(
      toPrintableLines(`No PDF was written, because Chromium was not found. ${advice}\n`),
    );
    return;
  }
  const pdf = await printPdf(html, { chromium, paper, isLandscape });
  printLine(await writeWholeFile(folder, `${name}.pdf`, pdf));
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  runCommand(usage, args, async () => {
    const given = readArguments(args);
    const config = readConfig(process.env);
    const reportArguments = { ...given, url: given.url ?? config.publicUrl };
    const key = process.env['SIGHTLINE_KEY'];
    if (key) {
      if (reportArguments.url === null)
        throw createUsageError(
          'SIGHTLINE_KEY also needs the address of the host: set PUBLIC_URL, or give --url ADDRESS.',
        );
      return writeReport(reportArguments, config, createKeyTransport(reportArguments.url, key));
    }
    return withAdministration(async (administration) =>
      writeReport(
        reportArguments,
        config,
        await openOperatorTransport(administration, reportArguments.siteId),
      ),
    );
  });

if (import.meta.main) await run(process.argv.slice(2));
