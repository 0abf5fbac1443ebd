import * as v from 'valibot';
import { sightlineVersion } from '../endpoints/discovery.ts';
import { endpointsBelow, type SightlineEndpointName } from '../every-endpoint.ts';
import type { JsonObject } from '../json-schema.ts';
import {
  documentInvalidBody,
  documentNotFound,
  documentOf,
  documentProblem,
  documentTooManyRequests,
  type Operation,
} from '../openapi.ts';
import { pageParameters } from '../page-parameters.ts';
import { timelineParameters } from '../parameters.ts';
import { problemTypes } from '../problem.ts';
import { maxNotesPerRecommendation } from '../resources.ts';
import { notesScope, sharesScope } from '../scopes.ts';
import { Answer, ListedAnswerPage, maxAnswerLength } from './answers.ts';
import { DomainsReport } from './domains.ts';
import { feedTableParameters } from './feed-parameters.ts';
import { maxCitedPages, PagesReport } from './pages.ts';
import {
  answerParameters,
  fixedGroupingParameters,
  overviewParameters,
  pagesParameters,
  promptListParameters,
  siteListParameters,
} from './parameters.ts';
import { PromptPage } from './prompts.ts';
import { maxPromptSeries, PromptsReport } from './prompts-report.ts';
import {
  AuthoredNote,
  AuthoredNoteList,
  NotePage,
  NotePatch,
  NoteRequest,
  RecommendationPage,
} from './recommendations.ts';
import {
  CountsReport,
  Discovery,
  ListedSitePage,
  MatrixReport,
  MeasuredScanPage,
  MeasuringReport,
  maxOverviewScans,
  OverviewPage,
  SiteDetails,
} from './resources.ts';
import { scanOperations } from './scan-operations.ts';
import { maxCountedSearches, SearchesReport } from './searches.ts';
import { setupOperations } from './setup-operations.ts';
import {
  FeedPage,
  FeedRequest,
  NewFeed,
  NewShare,
  SharedView,
  ShareList,
  ShareRequest,
  UnsavedRevocation,
} from './shares.ts';
import { maxSourceDomains, maxSourcePoints, SourcesReport } from './sources.ts';

const tags = {
  Answers: 'What the AI platforms answered.',
  Discovery: 'What this service offers beyond v1.',
  Measurement: 'What was measured in the scans of a site.',
  Reports: 'How a brand appears in the answers of AI platforms, beyond the timeline.',
  Recommendations: 'The recommendations of a site and the notes on them.',
  'Set-up': 'Clients and sites, their brands and their questions: reading and changing them.',
  Scans: 'Scans that the service runs itself: asking, what they cost, and what came back.',
  Shares: 'Links and feeds that show a part of a site to people without a key.',
  Sites: 'The active sites that a key can access, across all clients.',
} as const;

const revocationErrors = documentProblem(403, `The key lacks the scope ${sharesScope}.`);
const unsavedRevocation = {
  status: 202,
  name: 'UnsavedRevocation',
  schema: UnsavedRevocation,
  description:
    'Revoked, but not saved, because the storage is full. If the service restarts before there is space, it works again.',
} as const;
const creationErrors = {
  ...documentProblem(400, 'The body is not JSON.'),
  ...documentNotFound('site'),
  ...documentProblem(
    409,
    'The site already has the maximum number of shares or feeds, or it is archived (`site-archived`). Nothing was changed.',
    { problem: [problemTypes.sharesFull, 'Too many shares'] },
  ),
  ...documentProblem(413, 'The body is too large.'),
  ...documentProblem(415, 'The content type is not JSON.'),
  ...revocationErrors,
  ...documentProblem(507, 'The storage is full. Nothing was changed.'),
};
const invalidField = 'A field of the body is invalid; `errors` names it.';

const needsNoteKey = `Requires the scope ${notesScope}, and the key that added the note or one of the whole account.`;
const noteKeyErrors = documentProblem(
  403,
  `The key lacks the scope ${notesScope}, cannot read notes, or may not change this one.`,
);
const noteStorageErrors = documentProblem(507, 'The storage is full. Nothing was changed.');
const noteBodyErrors = {
  ...documentProblem(400, 'The body is not JSON.'),
  ...noteKeyErrors,
  ...documentProblem(
    409,
    `The recommendation already has ${maxNotesPerRecommendation.toLocaleString('en')} notes for this audience, the maximum. Nothing was changed.`,
  ),
  ...documentProblem(413, 'The body is too large.'),
  ...documentProblem(415, 'The content type is not JSON.'),
  ...documentInvalidBody(invalidField, {
    parameter: 'audience',
    message: 'must be team or client',
  }),
  ...noteStorageErrors,
};

/** The operations of Sightline's own API. */
export const sightlineOperations: Record<SightlineEndpointName, Operation<keyof typeof tags>> = {
  discovery: {
    tag: 'Discovery',
    summary: 'Version and capabilities',
    description: 'A capability is listed only when all of its endpoints exist.',
    response: { status: 200, name: 'Discovery', schema: Discovery },
    errorResponses: {},
  },
  sites: {
    tag: 'Sites',
    summary: 'Active sites the key can access, newest first',
    description:
      'Every active site that the key can access, with or without a client, each with its tracked brand and newest completed scan. `q` searches them. Paged.',
    response: { status: 200, name: 'ListedSitePage', schema: ListedSitePage },
    query: siteListParameters,
    errorResponses: {},
  },
  site: {
    tag: 'Sites',
    summary: 'One site and its brands',
    description:
      '`active` is false for a site that the lists leave out. Brands are in the same order as in every report: tracked, competitors, then discovered, each group sorted by name. `branding` says how reports for its client should look; it is null if the site has no client or the client has no branding.',
    response: { status: 200, name: 'SiteDetails', schema: SiteDetails },
    errorResponses: documentNotFound('site'),
  },
  overview: {
    tag: 'Sites',
    summary: 'Sites with the visibility of their tracked brands',
    description: `The same sites as in the list of sites, in the same order. Each has the visibility of its tracked brand at its last ${maxOverviewScans} completed scans, as in an unfiltered timeline. \`failedScans\` is the number of failed scans newer than the newest completed one, or of all failed scans if none has completed. \`measured\` describes what these completed scans measured, oldest first. It has an entry for the first scan and for each that differs from the previous one, \`rules\` and \`models\` included, and is empty if the site has no tracked brand. Paged.`,
    response: { status: 200, name: 'OverviewPage', schema: OverviewPage },
    query: overviewParameters,
    errorResponses: {},
  },
  scans: {
    tag: 'Measurement',
    summary: 'Scans of a site, newest first',
    description:
      'Includes failed, queued and running scans. Each has the number of its answers, the number of different prompts among them, and their platforms and regions. `rules` is the version of the rules that found the names in the answers: scans with different versions were measured differently. It is null without answers, or if all were imported with their mentions. `models` names, for completed scans, the model that gave more than half of a platform’s answers, of those whose model is known; it leaves out platforms without one. Paged.',
    response: { status: 200, name: 'MeasuredScanPage', schema: MeasuredScanPage },
    query: pageParameters,
    errorResponses: documentNotFound('site'),
  },
  counts: {
    tag: 'Reports',
    summary: 'Number of answers behind each scan of a timeline',
    description:
      'For every completed scan, oldest first: the number of answers that the filters select, and of distinct prompts among them. `prompts` is the number of distinct prompts in all of these scans. `namedFirst` counts, for each brand, the answers that name it and those that name it before any other, without answers whose order of mentions is unknown. Takes all parameters of the timeline; those that do not select answers have no effect.',
    response: { status: 200, name: 'CountsReport', schema: CountsReport },
    query: timelineParameters,
    errorResponses: documentNotFound('site'),
  },
  matrix: {
    tag: 'Reports',
    summary: 'One brand by platform and region',
    description:
      'One metric of the tracked brand, or of the one that `brandId` names, at every completed scan, for each combination of platform and region that has answers. The points of a cell equal those of the timeline by region, filtered to that platform.',
    response: { status: 200, name: 'MatrixReport', schema: MatrixReport },
    query: fixedGroupingParameters,
    errorResponses: documentNotFound('site'),
  },
  answers: {
    tag: 'Answers',
    summary: 'Answers of a site, newest scan first',
    description:
      'The answers of completed scans that match the filters. With only the parameters of the timeline, the number of answers for each scan equals that of the counts report. Takes all parameters of the timeline; those that do not select answers have no effect. `excerpt` is plain text around the first mention of the tracked brand, or else the beginning of the text. `total`, on the first page only, is the number of answers on all pages; it is null if more answers have the words of `q` than fit on the first page. Paged.',
    response: { status: 200, name: 'ListedAnswerPage', schema: ListedAnswerPage },
    query: answerParameters,
    errorResponses: documentNotFound('site'),
  },
  answer: {
    tag: 'Answers',
    summary: 'One answer with its text and citations',
    description: `\`text\` is exactly as imported. \`marks\` show where its first ${maxAnswerLength} UTF-16 units mention brands; a citation’s \`domain\` and \`owner\` are those of the report on the cited domains. \`queries\`, \`retrieved\` and \`location\` are what the platform searched for, found without citing it, and was told about where the question comes from, as far as that was imported.`,
    response: { status: 200, name: 'Answer', schema: Answer },
    errorResponses: documentNotFound('answer'),
  },
  measuring: {
    tag: 'Measurement',
    summary: 'How many sites have been measured again',
    description:
      'After an update that changes how answers are measured, stored sites are measured again one by one. The capability `measuring` is only announced until all are done.',
    response: { status: 200, name: 'MeasuringReport', schema: MeasuringReport },
    errorResponses: {},
  },
  sources: {
    tag: 'Reports',
    summary: 'The domains that answers cite',
    description: `Registrable domains, and domains below them that belong to another brand, those with the most citing answers first, each with the brand that owns it, how many of the citing answers mention the tracked brand, and the number of citing answers at every completed scan. At most ${maxSourceDomains} domains with at most ${maxSourcePoints} points in all; \`more\` counts the others. \`citedOwn\` counts answers that cite a domain of the tracked brand, and \`citedNotNamed\` those of them that do not mention that brand. Takes all parameters of the timeline; those that do not select answers have no effect.`,
    response: { status: 200, name: 'SourcesReport', schema: SourcesReport },
    query: timelineParameters,
    errorResponses: documentNotFound('site'),
  },
  domains: {
    tag: 'Reports',
    summary: 'The number of answers that cite each domain, by scan',
    description: `The points of the report on the sources in a short form, for comparisons over many scans: the completed scans once, with the number of answers that the filters select, and for each domain one number per scan. At most ${maxSourceDomains} domains with at most ${maxSourcePoints} numbers in all; \`more\` counts the others. Takes all parameters of the timeline; those that do not select answers have no effect.`,
    response: { status: 200, name: 'DomainsReport', schema: DomainsReport },
    query: timelineParameters,
    errorResponses: documentNotFound('site'),
  },
  pages: {
    tag: 'Reports',
    summary: 'The pages of a domain that answers cite',
    description: `Pages of one domain, those with the most citing answers first, over all answers that the filters select. A page is one row however it is linked: scheme, \`www.\`, default port, trailing slash, fragment and tracking parameters make no difference, and wrappers such as \`google.com/url?q=…\` are opened. At most ${maxCitedPages} pages; \`more\` counts the others. \`answersWithoutPages\` counts answers that cite the domain only through redirects which do not name their target, or that an earlier version imported and that are not measured again yet. Takes all parameters of the timeline; those that do not select answers have no effect.`,
    response: { status: 200, name: 'PagesReport', schema: PagesReport },
    query: pagesParameters,
    errorResponses: documentNotFound('site'),
  },
  searches: {
    tag: 'Reports',
    summary: 'What platforms searched for to answer',
    description: `Searches exactly as platforms made them, those of the most answers first, over all answers that the filters select, each with the number of these answers and their platforms. An answer counts once for each of its searches. At most ${maxCountedSearches} searches; \`more\` counts the others. \`answers\` counts the answers whose searches are known: those of platforms that state them, as long as their texts are kept. Takes all parameters of the timeline; those that do not select answers have no effect.`,
    response: { status: 200, name: 'SearchesReport', schema: SearchesReport },
    query: timelineParameters,
    errorResponses: documentNotFound('site'),
  },
  recommendations: {
    tag: 'Recommendations',
    summary: 'Recommendations of a site, newest first',
    description:
      'Each with its text, status and number of notes. Those without a creation time come last. Paged.',
    response: { status: 200, name: 'RecommendationPage', schema: RecommendationPage },
    query: pageParameters,
    errorResponses: documentNotFound('site'),
  },
  recommendationNotes: {
    tag: 'Recommendations',
    summary: 'Notes on a recommendation, newest first',
    description:
      'Every note that the key can see, including one just added through v1: keys limited to one client see only notes for the client too. `canChange` says whether the key may change and delete the note. Paged.',
    response: { status: 200, name: 'NotePage', schema: NotePage },
    query: pageParameters,
    errorResponses: {
      ...documentProblem(403, 'The key cannot read notes.'),
      ...documentNotFound('recommendation'),
    },
  },
  addNote: {
    tag: 'Recommendations',
    summary: 'Add a note for the team, or for the client too',
    description: `Requires the scope ${notesScope}. Without an \`audience\`, the note is for the team alone, unless the key is limited to one client: its notes are always for the client too, like every note added through v1. Returns like v1, with the fields of the list of notes.`,
    response: { status: 201, name: 'AuthoredNoteList', schema: AuthoredNoteList },
    body: NoteRequest,
    example: { body: 'Ask the client about prices first.', audience: 'team' },
    errorResponses: { ...noteBodyErrors, ...documentNotFound('recommendation') },
  },
  changeNote: {
    tag: 'Recommendations',
    summary: 'Change the text of a note, or for whom it is',
    description: `${needsNoteKey} A field that is left out stays as it is.`,
    response: { status: 200, name: 'AuthoredNote', schema: AuthoredNote },
    body: NotePatch,
    example: { audience: 'client' },
    errorResponses: { ...noteBodyErrors, ...documentNotFound('note') },
  },
  deleteNote: {
    tag: 'Recommendations',
    summary: 'Delete a note',
    description: `${needsNoteKey} Its text is removed for good within two minutes.`,
    response: null,
    errorResponses: { ...noteKeyErrors, ...documentNotFound('note'), ...noteStorageErrors },
  },
  shares: {
    tag: 'Shares',
    summary: 'Shares of a site, newest first',
    description:
      'Shares that are neither revoked nor expired, each with how often it was opened and when it was last opened. Paged.',
    response: { status: 200, name: 'ShareList', schema: ShareList },
    query: pageParameters,
    errorResponses: documentNotFound('site'),
  },
  createShare: {
    tag: 'Shares',
    summary: 'Create a share',
    description: `Requires the scope ${sharesScope}. \`secret\` is returned only once. Sent as a bearer token, it gives access to the share and nothing else. If the share has a passphrase, a dot and the passphrase in base64url must follow the secret.`,
    response: { status: 201, name: 'NewShare', schema: NewShare },
    body: ShareRequest,
    example: {
      title: 'Visibility in the United States',
      pages: ['timeline', 'report'],
      question: 'region=US',
      dates: {
        range: '30d',
        startDate: null,
        endDate: null,
        compare: 'previous',
        compareStart: null,
        compareEnd: null,
      },
      view: 'groupBy=platform',
    },
    errorResponses: {
      ...creationErrors,
      ...documentInvalidBody(invalidField, { parameter: 'title', message: 'must not be empty' }),
    },
  },
  revokeShare: {
    tag: 'Shares',
    summary: 'Revoke a share',
    description: `Requires the scope ${sharesScope}. Ends every open session of the share at once.`,
    response: null,
    otherResponse: unsavedRevocation,
    errorResponses: { ...documentNotFound('share'), ...revocationErrors },
  },
  share: {
    tag: 'Shares',
    summary: 'What a share shows',
    description:
      'Requires the secret of a share. Returns its pages, its locked filters and days, and its site, client and brand.',
    response: { status: 200, name: 'SharedView', schema: SharedView },
    errorResponses: documentNotFound('share'),
  },
  feeds: {
    tag: 'Shares',
    summary: 'Feeds of a site, newest first',
    description:
      'Feeds that are neither revoked nor expired, each with the time it was last read. Paged.',
    response: { status: 200, name: 'FeedPage', schema: FeedPage },
    query: pageParameters,
    errorResponses: documentNotFound('site'),
  },
  createFeed: {
    tag: 'Shares',
    summary: 'Create a feed',
    description: `Requires the scope ${sharesScope}. \`question\` takes the parameters of the timeline, and \`range\` for a rolling range of days. \`url\`, a path on this service, is returned only once: anyone who knows it can read the feed.`,
    response: { status: 201, name: 'NewFeed', schema: NewFeed },
    body: FeedRequest,
    example: { question: 'metric=visibility&groupBy=platform&range=90d' },
    errorResponses: {
      ...creationErrors,
      ...documentInvalidBody(invalidField, {
        parameter: 'range',
        message: 'cannot be given with startDate or endDate',
      }),
    },
  },
  revokeFeed: {
    tag: 'Shares',
    summary: 'Revoke a feed',
    description: `Requires the scope ${sharesScope}.`,
    response: null,
    otherResponse: unsavedRevocation,
    errorResponses: { ...documentNotFound('feed'), ...revocationErrors },
  },
  feed: {
    tag: 'Shares',
    summary: 'The points of a timeline as CSV',
    description:
      'Needs no key: the token in the path opens this feed and nothing else. One row for each point. With `zone`, the columns and rows are those of the dashboard’s download of every point, with times in that zone; without it, as in addresses created by earlier versions, there are fewer columns, times are in UTC, and the oldest scan comes first. Sends an ETag; at most 60 requests a minute are accepted.',
    response: { status: 200, name: 'FeedRows', schema: v.string(), type: 'text/csv' },
    query: feedTableParameters,
    isKeyless: true,
    errorResponses: {
      ...documentNotFound('feed', 'The feed does not exist, has expired or was revoked.'),
      ...documentTooManyRequests(
        'This feed was read too often, or too many reads of it are waiting or were abandoned.',
      ),
    },
  },
  prompts: {
    tag: 'Measurement',
    summary: 'Prompts of a site, by text',
    description:
      'Every prompt, ordered by the UTF-16 code units of its text, then by ID; `q` searches the texts. Paged.',
    response: { status: 200, name: 'PromptPage', schema: PromptPage },
    query: promptListParameters,
    errorResponses: documentNotFound('site'),
  },
  promptsReport: {
    tag: 'Reports',
    summary: 'One brand by prompt',
    description: `One metric of the tracked brand, or of the one that \`brandId\` names, at every completed scan, for each prompt that has answers. The points of a series equal those of the timeline filtered to that prompt. At most ${maxPromptSeries} prompts, highest mean first; \`more\` counts the others.`,
    response: { status: 200, name: 'PromptTimeline', schema: PromptsReport },
    query: fixedGroupingParameters,
    errorResponses: documentNotFound('site'),
  },
  ...setupOperations,
  ...scanOperations,
};

/** The OpenAPI 3.1 document of Sightline's own API. */
export const sightlineOpenApiDocument = (): JsonObject =>
  documentOf({
    title: 'Sightline API',
    version: sightlineVersion,
    endpoints: endpointsBelow('/sightline/'),
    operations: sightlineOperations,
    tags,
  });
