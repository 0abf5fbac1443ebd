import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { AdministrationError } from '../admin/administration-error.ts';

export const papers = ['A4', 'Letter'] as const;
export type Paper = (typeof papers)[number];

interface PdfOptions {
  /** The path of Chromium's executable. */
  chromium: string;
  paper: Paper;
  isLandscape: boolean;
}

/** How long Chromium may take, in milliseconds. */
const timeoutMs = 60_000;

/** Chromium's sandbox does not run as root. */
const sandboxArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * Why there is no PDF: a timeout, the last line that Chromium wrote, its exit code, or the error's message.
 * @param cause the error of `execFile`, or of reading a PDF that was not written.
 * @param stderr what Chromium wrote to standard error if it exited normally.
 */
function reasonOf(cause: unknown, stderr: string): string {
  const failure = cause instanceof Error ? cause : new Error(String(cause));
  if ('killed' in failure && failure.killed === true) return `no PDF after ${timeoutMs / 1000} s`;
  const output = 'stderr' in failure ? String(failure.stderr) : stderr;
  const lastLine = output.trim().split('\n').at(-1);
  if (lastLine) return lastLine;
  const { code } = { code: null, ...failure };
  return typeof code === 'number' ? `exit code ${code}` : failure.message;
}

/**
 * Prints a self-contained HTML document, and returns the PDF.
 * @throws AdministrationError if Chromium fails.
 */
export async function printPdf(
  html: string,
  { chromium, paper, isLandscape }: PdfOptions,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-report-'));
  const [source, target] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
  const size = `${paper.toLowerCase()} ${isLandscape ? 'landscape' : 'portrait'}`;
  let stderr = '';
  try {
    await writeFile(source, html.replace('</style>', `@page report{size:${size}}</style>`));
    ({ stderr } = await promisify(execFile)(
      chromium,
      [
        ...sandboxArguments,
        '--headless',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        '--no-pdf-header-footer',
        `--user-data-dir=${join(folder, 'profile')}`,
        `--print-to-pdf=${target}`,
        pathToFileURL(source).href,
      ],
      { timeout: timeoutMs },
    ));
    return await readFile(target);
  } catch (cause) {
    const reason = reasonOf(cause, stderr);
    throw new AdministrationError(`${chromium} could not create the PDF: ${reason}`, { cause });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
