import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { utcDay } from '../../../contract/dates/days.ts';
import { comparisonOf, daysInView } from '../../../contract/dates/days-in-view.ts';
import { discoveryPath } from '../../../contract/endpoints/discovery.ts';
import { sampleHeader } from '../../../contract/page-settings.ts';
import { problemTypes } from '../../../contract/problem.ts';
import type { ReportRequest, ReportResult } from '../../../contract/report-file.ts';
import type { SiteDetails } from '../../../contract/sightline/resources.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { get, type RequestContext } from '../../api/get.ts';
import { loadPart } from '../../api/load-part.ts';
import { notFoundTypeOf } from '../../api/not-found-type.ts';
import { type Caller, createQueryClient } from '../../api/query-client.ts';
import { timelineQuery } from '../../api/reports.ts';
import { getSite } from '../../api/sightline/site.ts';
import { viewerZone } from '../../time/zone.ts';
import { safeFileName } from '../export/csv.ts';
import { fitSearch } from '../fit-search.ts';
import { linkQueryOf } from '../search/link.ts';
import { choosesDates, requestOf, type TimelineSearch } from '../search/search.ts';
import { toCssString } from './css-string.ts';
import css from './document.module.css?inline';
import { writeDocumentView } from './document-view.ts';
import { loadResponses } from './load-responses.ts';
import { toDocument } from './make-document.ts';
import type { DocumentModel } from './model.ts';
import { readReportQuery } from './read-report-query.ts';
import { ReportDocument } from './report-document.tsx';
import { listOfferedSections, selectSections } from './sections.ts';
import { chartSizes } from './sizes.ts';

/** Allows the document nothing but its own styles and inline images and fonts. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** The dashboard's typeface for Latin text. */
const fontFace = `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(${font}) format("woff2")}`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** Renders a report as an HTML document that opens offline and runs no script. */
function renderFile(model: DocumentModel): string {
  const { kind, subject, period, footerText } = model;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(`${isolate(subject)}: ${kind}, ${period}`)}</title>`,
    `<style>${fontFace}:root{--report-foot:${toCssString(footerText)}}body{margin:0;padding:24px 16px;background:#f0efec}@media print{body{padding:0;background:none}}${css}</style>`,
    '</head>',
    `<body>${renderToStaticMarkup(<ReportDocument model={model} level={1} />)}</body>`,
    '</html>',
    '',
  ].join('\n');
}

const Discovery = v.object({ capabilities: v.array(v.string()) });

/** Reads what the service offers beyond v1; empty if it does not list its capabilities. */
async function readCapabilities(context: RequestContext): Promise<readonly string[]> {
  try {
    return (await get(context, Discovery, discoveryPath)).capabilities;
  } catch (error) {
    const isMissing = error instanceof ApiError && ['notFound', 'unreadable'].includes(error.kind);
    if (isMissing) return [];
    throw error;
  }
}

/**
 * Describes a failure to the operator, with the parameters that the service refused.
 * @throws the error itself unless it is an `ApiError`
 */
function reasonOf(error: unknown, siteId: string): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.kind === 'notFound' && notFoundTypeOf(error) !== problemTypes.brandNotFound) {
    return `No site has the ID ${siteId}, or the key has no access to it.`;
  }
  if (error.kind === 'unreachable') return 'The service could not be reached.';
  if (error.kind === 'signedOut') return 'The service does not accept the key.';
  const { faults, reason } = error;
  if (faults.length > 0) {
    const refusals = faults.map(({ parameter, message }) => `${parameter} ${message}`);
    return `The service refused the request: ${refusals.join('; ')}.`;
  }
  return [describeError(error), reason].filter(Boolean).join(' ');
}

/** Chooses dates for a search that leaves them open, as the page does. */
async function fitDates(
  search: TimelineSearch,
  context: RequestContext,
  siteId: string,
  today: string,
): Promise<TimelineSearch> {
  if (choosesDates(search)) return search;
  const queryOf = (chosen: TimelineSearch) =>
    timelineQuery({ siteId, request: requestOf(chosen, today) });
  const whole = await loadPart(context, queryOf(search));
  const fitted = fitSearch(search, whole, today);
  if (fitted.report) context.client.setQueryData(queryOf(fitted.search).queryKey, fitted.report);
  return fitted.search;
}

async function buildReport(
  request: ReportRequest,
  context: RequestContext,
  isSample: () => boolean,
): Promise<ReportResult> {
  const { siteId, question, settings, dashboard, now } = request;
  const capabilities = await readCapabilities(context);
  const queryResult = readReportQuery(question, capabilities);
  if (queryResult.search === null)
    return { kind: 'failed', reason: `--question: ${queryResult.reason}` };
  const { view } = queryResult;
  const today = utcDay(now);
  const search = await fitDates(queryResult.search, context, siteId, today);
  if (request.needsComparison && comparisonOf(search, today) === null) {
    const reason =
      '--only-if-moved needs a comparison. Add one to --question, such as compare=previous.';
    return { kind: 'failed', reason };
  }
  const offered = listOfferedSections(capabilities);
  const sections = selectSections(view.sections, offered);
  const site: SiteDetails | null = capabilities.includes('sites')
    ? await getSite(context, siteId)
    : null;
  const documentRequest = { siteId, search, today, capabilities, sections };
  const responses = await loadResponses(context, documentRequest);
  if (responses.missing.length > 0) {
    return { kind: 'failed', reason: `Could not load: ${responses.missing.join(', ')}.` };
  }
  const zone = search.zone ?? viewerZone();
  const path = `/sites/${siteId}/report${linkQueryOf(search, zone, today, writeDocumentView(view))}`;
  const model = toDocument(responses, {
    search,
    sections,
    today,
    now,
    zone,
    intro: view.intro,
    units: settings.units,
    agency: settings.brand,
    client: site?.clientName ?? null,
    branding: site?.branding ?? null,
    site: site?.name || siteId,
    isSample: isSample(),
    link: dashboard === null ? null : `${dashboard}${path}`,
    chartSize: chartSizes.sheet,
  });
  if (model.emptyReason !== null) return { kind: 'failed', reason: model.emptyReason };
  const { startDate, endDate } = daysInView(search, today);
  const days = [startDate, endDate].filter(Boolean).join(' to ');
  const client = model.client.name === model.site ? null : model.client.name;
  const name = safeFileName([client ?? '', model.site, model.kind.toLowerCase(), days]);
  return { kind: 'created', html: renderFile(model), name, unmovedReason: model.unmovedReason };
}

/** Makes a report as the page does, from a service's responses. Called by `npm run report`. */
export async function makeReport(request: ReportRequest): Promise<ReportResult> {
  const { transport, settings } = request;
  let isSample = false;
  const caller: Caller = {
    session: null,
    paging: settings.paging,
    transport: async (address, init) => {
      const response = await transport(address, init);
      isSample ||= response.headers.has(sampleHeader);
      return response;
    },
  };
  const client = createQueryClient(caller, () => {});
  const context = { client, signal: new AbortController().signal };
  try {
    return await buildReport(request, context, () => isSample);
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error, request.siteId) };
  } finally {
    // Otherwise, the timers of the query client would keep the process running.
    client.clear();
  }
}
