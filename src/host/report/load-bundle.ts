import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReportBundle } from '../../contract/report-file.ts';
import { AdministrationError } from '../admin/administration-error.ts';

const bundlePath = resolve(import.meta.dirname, '../../../dist/report/make-report.js');

/**
 * Loads the built code that makes reports, since Node cannot run the dashboard's sources.
 * @throws AdministrationError if it has not been built.
 */
export async function loadBundle(): Promise<ReportBundle> {
  if (!existsSync(bundlePath)) {
    throw new AdministrationError('The dashboard has not been built. Run "npm run build" first.');
  }
  return import(pathToFileURL(bundlePath).href);
}
