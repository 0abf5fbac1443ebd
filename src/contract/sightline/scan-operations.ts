import type { ScanEndpointName } from '../every-endpoint.ts';
import type { JsonObject } from '../json-schema.ts';
import { documentNotFound, documentProblem, type Operation } from '../openapi.ts';
import { pageParameters } from '../page-parameters.ts';
import { problemTypes } from '../problem.ts';
import { Scan } from '../resources.ts';
import { scansScope } from '../scopes.ts';
import {
  maxScanQuestions,
  RawResponse,
  RunningScans,
  ScanOptions,
  ScanRunDetails,
  ScanRunPage,
  SiteScanSettings,
} from './scans.ts';

const tag = 'Scans';
const needsScope = `Requires the scope ${scansScope}, which only keys of a whole account have in effect.`;
const missingScope = documentProblem(
  403,
  `The key lacks the scope ${scansScope} or is limited to one client.`,
);

/** The errors of a request to the part that runs scans. */
const requestErrors = (impossible: string): JsonObject => ({
  ...missingScope,
  ...documentProblem(422, impossible, {
    problem: [problemTypes.scanImpossible, 'Not possible'],
  }),
  ...documentProblem(507, 'The storage is full. Nothing was changed.'),
});

const scanRunning = documentProblem(409, 'A scan of the site is running. Nothing was changed.', {
  problem: [problemTypes.scanRunning, 'Scan running'],
});

/** The operations of the capability `collect`. */
export const scanOperations: Record<ScanEndpointName, Operation<typeof tag>> = {
  collecting: {
    tag,
    summary: 'What is being asked now, and what went wrong',
    description: `${needsScope} The running scans of all sites, and the schedules whose last scan failed or is overdue.`,
    response: { status: 200, name: 'Collecting', schema: RunningScans },
    errorResponses: missingScope,
  },
  accountCollection: {
    tag,
    summary: 'What the questions of a new site can be asked with',
    description: `${needsScope} The platforms that can be asked for the account, with what is missing to connect them and what a question costs. Amounts are in US dollars.`,
    response: { status: 200, name: 'AccountCollection', schema: ScanOptions },
    errorResponses: missingScope,
  },
  collection: {
    tag,
    summary: 'Where and when the questions of a site are asked',
    description: `${needsScope} With the platforms that can be asked, what a scan would ask and cost now, and what was spent by month and platform. Amounts are in US dollars.`,
    response: { status: 200, name: 'SiteCollection', schema: SiteScanSettings },
    errorResponses: { ...documentNotFound('site'), ...missingScope },
  },
  collectedScans: {
    tag,
    summary: 'Scans that the service ran, newest first',
    description: `${needsScope} Each with how far it is, what it cost and what failed. Paged.`,
    response: { status: 200, name: 'CollectedScanPage', schema: ScanRunPage },
    query: pageParameters,
    errorResponses: { ...documentNotFound('site'), ...missingScope },
  },
  collectedScan: {
    tag,
    summary: 'A scan that the service ran, with what it asks',
    description: `${needsScope} Questions, platforms, models and regions are those of when it was requested.`,
    response: { status: 200, name: 'CollectedScanDetails', schema: ScanRunDetails },
    errorResponses: { ...documentNotFound('scan'), ...missingScope },
  },
  runScan: {
    tag,
    summary: 'Run a scan',
    description: `${needsScope} Takes no body. The scan is queued; v1 shows its status. It has at most ${maxScanQuestions.toLocaleString('en')} questions.`,
    response: { status: 202, name: 'RequestedScan', schema: Scan },
    errorResponses: {
      ...documentNotFound('site'),
      ...scanRunning,
      ...requestErrors(
        'No platform can be asked, or the scan is estimated to cost more than a ceiling leaves. Nothing was changed.',
      ),
    },
  },
  cancelScan: {
    tag,
    summary: 'Cancel a scan',
    description: `${needsScope} Takes no body. Nothing more is asked; what was answered is stored as far as it is enough.`,
    response: { status: 202, name: 'RequestedScan', schema: Scan },
    errorResponses: {
      ...documentNotFound('scan'),
      ...requestErrors('The scan has ended already.'),
    },
  },
  retryScan: {
    tag,
    summary: 'Ask again what was not answered',
    description: `${needsScope} Takes no body. For the newest scan of a site, once it has ended.`,
    response: { status: 202, name: 'RequestedScan', schema: Scan },
    errorResponses: {
      ...documentNotFound('scan'),
      ...scanRunning,
      ...requestErrors(
        'The scan is not the newest one, everything was answered, the set-up no longer asks all of it, or it would cost more than a ceiling leaves. Nothing was changed.',
      ),
    },
  },
  rawResponse: {
    tag,
    summary: 'The response behind an answer',
    description: `${needsScope} As the platform sent it, kept for a limited number of days. It is somebody else’s text: never show it as HTML.`,
    response: { status: 200, name: 'RawResponse', schema: RawResponse },
    errorResponses: { ...documentNotFound('answer'), ...missingScope },
  },
};
