import type { SetupEndpointName } from '../every-endpoint.ts';
import type { JsonObject } from '../json-schema.ts';
import {
  documentInvalidBody,
  documentNotFound,
  documentProblem,
  type Operation,
} from '../openapi.ts';
import { type ProblemType, problemTypes } from '../problem.ts';
import { setupScope } from '../scopes.ts';
import { deletionParameters } from './parameters.ts';
import { SiteDetails } from './resources.ts';
import {
  BrandPatch,
  ClientDetails,
  ClientPatch,
  ClientRequest,
  CreatedClient,
  CreatedSite,
  maxClientsPerAccount,
  maxSetupAliases,
  maxSetupBrands,
  maxSetupContentBytes,
  maxSetupPrompts,
  maxSitesPerAccount,
  PromptPatch,
  SetupBrand,
  SetupBrandRequest,
  SetupJob,
  SetupMentions,
  SetupPrompt,
  SetupPromptRequest,
  SetupRequest,
  SitePatch,
  SiteRequest,
  SiteSetup,
} from './setup.ts';

/** The response to a change that goes on in the background. */
const jobResponse = {
  status: 202,
  name: 'SetupJob',
  schema: SetupJob,
  description:
    'Another import has to end first, or stored texts have to be read again. The change goes on in the background: request the path in `Location` until `state` is `done` or `failed`.',
  headers: {
    Location: { description: 'The path of the job.', schema: { type: 'string' } },
  },
} as const;

const tag = 'Set-up';
const needsScope = `Requires the scope ${setupScope}.`;
const listRules = `A site has at most one tracked brand, and its tracked brand and competitors have at most ${maxSetupAliases.toLocaleString('en')} aliases in all. No two brands have the same name and no two questions the same text, whatever their case, white space and invisible characters. A new brand with the name of a discovered one takes its place.`;

const contentLimit = `the brands and questions of the site would have more than ${maxSetupContentBytes / 1024 ** 2} MiB as JSON`;
const alreadyExists = [problemTypes.alreadyExists, 'Already exists'] as const;
const tooManyRecords = [problemTypes.tooManyRecords, 'Too many records'] as const;

const documentConflict = (
  description: string,
  problem: readonly [type: ProblemType, title: string],
): JsonObject => documentProblem(409, description, { problem });

const exists = documentConflict(
  'A record has or had the given ID. Nothing was changed.',
  alreadyExists,
);
/** The errors of every change. */
const changeErrors = {
  ...documentProblem(403, `The key lacks the scope ${setupScope}.`),
  ...documentProblem(507, 'The storage is full. Nothing was changed.'),
};
/** The errors of every change with a body. @param message an example of a fault in the field `parameter` */
const bodyErrors = (parameter: string, message: string) => ({
  ...changeErrors,
  ...documentProblem(400, 'The body is not JSON.'),
  ...documentProblem(413, 'The body is too large.'),
  ...documentProblem(415, 'The content type is not JSON.'),
  ...documentInvalidBody('A field of the body is invalid; `errors` names it by its path.', {
    parameter,
    message,
  }),
});
/** The errors of adding a brand or a question to a site. @param message an example of a fault in `field` */
const additionErrors = (kind: 'brand' | 'question', field: string, message: string) => ({
  ...documentNotFound('site'),
  ...bodyErrors(field, message),
  ...documentConflict(
    `A ${kind} has or had the given ID, the site has the maximum number of ${kind}s, or ${contentLimit}. Nothing was changed.`,
    alreadyExists,
  ),
});
const documentNameErrors = (kind: 'client' | 'site') =>
  documentProblem(
    422,
    `The parameter \`name\` is missing, or not the name of the ${kind}. Nothing was deleted.`,
    {
      problem: [problemTypes.nameMismatch, 'Name differs'],
      fault: { parameter: 'name', message: `must be the name of the ${kind}` },
    },
  );
const wrongAccount = documentProblem(
  403,
  `The key lacks the scope ${setupScope} or is limited to one client, or accounts of this kind cannot have what would be created.`,
);

const brandExample = {
  name: 'Acme',
  role: 'tracked',
  aliases: ['Acme'],
  domains: ['acme.example'],
};
const promptExample = { text: 'Which running shoes last longest?', category: 'Buying' };
const siteExample = {
  name: 'Acme',
  url: 'https://acme.example',
  brands: [brandExample, { name: 'Beta', role: 'competitor' }],
  prompts: [promptExample],
};

/** The operations of the capability `setup`. */
export const setupOperations: Record<SetupEndpointName, Operation<typeof tag>> = {
  client: {
    tag,
    summary: 'A client with everything that can be changed',
    description: '`sites` counts its sites, archived ones included.',
    response: { status: 200, name: 'ClientDetails', schema: ClientDetails },
    errorResponses: documentNotFound('client'),
  },
  createClient: {
    tag,
    summary: 'Create a client',
    description: `${needsScope} With \`site\`, its first site is created too: both or neither. \`id\` may be chosen, so that a repeated request does not create a second client. An account has at most ${maxClientsPerAccount.toLocaleString('en')} clients and ${maxSitesPerAccount.toLocaleString('en')} sites. Not for keys limited to one client, or for businesses. ${listRules}`,
    response: { status: 201, name: 'CreatedClient', schema: CreatedClient },
    otherResponse: jobResponse,
    body: ClientRequest,
    example: { name: 'Acme', websiteUrl: 'https://acme.example', site: siteExample },
    errorResponses: {
      ...bodyErrors('accent', 'must be a colour written #rrggbb'),
      ...wrongAccount,
      ...documentConflict(
        `A record has or had the given ID, the account has the maximum number of clients, or ${contentLimit}. Nothing was changed.`,
        alreadyExists,
      ),
    },
  },
  changeClient: {
    tag,
    summary: 'Change a client',
    description: `${needsScope} A field that is left out stays as it is, and an empty one is cleared.`,
    response: { status: 200, name: 'ClientDetails', schema: ClientDetails },
    otherResponse: jobResponse,
    body: ClientPatch,
    example: { reportName: 'Acme visibility', accent: '#00875a' },
    errorResponses: {
      ...documentNotFound('client'),
      ...bodyErrors('accent', 'must be a colour written #rrggbb'),
    },
  },
  deleteClient: {
    tag,
    summary: 'Delete a client',
    description: `${needsScope} Deletes all its sites too, with everything that was measured, their notes, shares and feeds. Not for keys limited to one client.`,
    response: null,
    otherResponse: jobResponse,
    query: deletionParameters,
    errorResponses: {
      ...documentNotFound('client'),
      ...changeErrors,
      ...wrongAccount,
      ...documentNameErrors('client'),
    },
  },
  createSite: {
    tag,
    summary: 'Create a site of a client',
    description: `${needsScope} An account has at most ${maxSitesPerAccount.toLocaleString('en')} sites. ${listRules}`,
    response: { status: 201, name: 'CreatedSite', schema: CreatedSite },
    otherResponse: jobResponse,
    body: SiteRequest,
    example: siteExample,
    errorResponses: {
      ...documentNotFound('client'),
      ...bodyErrors('brands[1].name', 'is the name of another brand of the site'),
      ...exists,
    },
  },
  createBusinessSite: {
    tag,
    summary: 'Create a site of a business',
    description: `${needsScope} Not for agencies, whose sites each need a client. ${listRules}`,
    response: { status: 201, name: 'CreatedSite', schema: CreatedSite },
    otherResponse: jobResponse,
    body: SiteRequest,
    example: siteExample,
    errorResponses: {
      ...bodyErrors('brands[1].name', 'is the name of another brand of the site'),
      ...wrongAccount,
      ...exists,
    },
  },
  changeSite: {
    tag,
    summary: 'Change, archive or restore a site',
    description: `${needsScope} A field that is left out stays as it is. With \`active\` false the site is archived: lists leave it out, and its shares and feeds are revoked, which restoring it does not undo.`,
    response: { status: 200, name: 'SiteDetails', schema: SiteDetails },
    otherResponse: jobResponse,
    body: SitePatch,
    example: { active: false },
    errorResponses: {
      ...documentNotFound('site'),
      ...bodyErrors('name', 'must not be empty'),
    },
  },
  deleteSite: {
    tag,
    summary: 'Delete a site',
    description: `${needsScope} Deletes everything that was measured for it, and its notes, shares and feeds.`,
    response: null,
    otherResponse: jobResponse,
    query: deletionParameters,
    errorResponses: { ...documentNotFound('site'), ...changeErrors, ...documentNameErrors('site') },
  },
  setup: {
    tag,
    summary: 'The set-up of a site',
    description:
      'Its tracked brand and competitors, without discovered brands, and its questions, retired ones included, in the order in which they were added. `revision` changes with the set-up only, not with measurements.',
    response: { status: 200, name: 'SiteSetup', schema: SiteSetup },
    errorResponses: documentNotFound('site'),
  },
  saveSetup: {
    tag,
    summary: 'Save the whole set-up of a site',
    description: `${needsScope} All or nothing. Brands and questions that are left out are deleted, except discovered brands; a question that has answers must stay, but can be retired. Entries without \`id\` are new; a discovered brand that is listed by its ID becomes tracked or a competitor. At most ${maxSetupBrands} brands and ${maxSetupPrompts.toLocaleString('en')} questions. ${listRules} If aliases change, stored texts are read again.`,
    response: { status: 200, name: 'SiteSetup', schema: SiteSetup },
    otherResponse: jobResponse,
    body: SetupRequest,
    example: { revision: 'q1wN3x0sVbT7mJc2YkRd9A', ...siteExample },
    errorResponses: {
      ...documentNotFound('site'),
      ...bodyErrors('brands[1].name', 'is the name of another brand of the site'),
      ...documentConflict(
        `The set-up was changed since it was read, a question that has answers was left out, a chosen ID is or was used, or ${contentLimit}. Nothing was changed.`,
        [problemTypes.setupChanged, 'Set-up changed meanwhile'],
      ),
    },
  },
  setupMentions: {
    tag,
    summary: 'What the stored answers say about the brands of a site',
    description:
      'The number of answers of completed scans that name each brand, and when the first of them was completed: the tracked brand and competitors, then at most 200 discovered brands, those in the most answers first. `nearMisses` are spellings that nearly equal an alias, but do not count as mentions, such as the alias in lower case or in the plural: at most ten of each brand, the most frequent in the texts of the newest 2,000 answers first, but those in lower case last; `textsRead` is the number of these texts.',
    response: { status: 200, name: 'SetupMentions', schema: SetupMentions },
    errorResponses: documentNotFound('site'),
  },
  addBrand: {
    tag,
    summary: 'Add a brand',
    description: `${needsScope} ${listRules} Stored texts are read again.`,
    response: { status: 201, name: 'SetupBrand', schema: SetupBrand },
    otherResponse: jobResponse,
    body: SetupBrandRequest,
    example: brandExample,
    errorResponses: additionErrors('brand', 'name', 'is the name of another brand of the site'),
  },
  changeBrand: {
    tag,
    summary: 'Change a brand',
    description: `${needsScope} A field that is left out stays as it is. If aliases change, stored texts are read again.`,
    response: { status: 200, name: 'SetupBrand', schema: SetupBrand },
    otherResponse: jobResponse,
    body: BrandPatch,
    example: { aliases: ['Acme', 'Acme Sports'] },
    errorResponses: {
      ...documentNotFound('brand'),
      ...bodyErrors('name', 'is the name of another brand of the site'),
      ...documentConflict(
        `The site has the maximum number of brands, or ${contentLimit}. Nothing was changed.`,
        tooManyRecords,
      ),
    },
  },
  deleteBrand: {
    tag,
    summary: 'Delete a brand',
    description: `${needsScope} Its mentions are deleted too.`,
    response: null,
    otherResponse: jobResponse,
    errorResponses: { ...documentNotFound('brand'), ...changeErrors },
  },
  addPrompt: {
    tag,
    summary: 'Add a question',
    description: needsScope,
    response: { status: 201, name: 'SetupPrompt', schema: SetupPrompt },
    otherResponse: jobResponse,
    body: SetupPromptRequest,
    example: promptExample,
    errorResponses: additionErrors(
      'question',
      'text',
      'is the same as another question of the site',
    ),
  },
  changePrompt: {
    tag,
    summary: 'Change, retire or bring back a question',
    description: `${needsScope} A field that is left out stays as it is. With \`retired\` true, new scans leave the question out.`,
    response: { status: 200, name: 'SetupPrompt', schema: SetupPrompt },
    otherResponse: jobResponse,
    body: PromptPatch,
    example: { retired: true },
    errorResponses: {
      ...documentNotFound('prompt'),
      ...bodyErrors('text', 'is the same as another question of the site'),
      ...documentConflict(`Then ${contentLimit}. Nothing was changed.`, tooManyRecords),
    },
  },
  deletePrompt: {
    tag,
    summary: 'Delete a question that has no answers',
    description: needsScope,
    response: null,
    otherResponse: jobResponse,
    errorResponses: {
      ...documentNotFound('prompt'),
      ...changeErrors,
      ...documentConflict('The question has answers, so it can only be retired.', [
        problemTypes.hasAnswers,
        'Question has answers',
      ]),
    },
  },
  deleteScan: {
    tag,
    summary: 'Delete a scan',
    description: `${needsScope} Deletes its answers too. What it cost still counts against the ceilings.`,
    response: null,
    otherResponse: jobResponse,
    errorResponses: {
      ...documentNotFound('scan'),
      ...changeErrors,
      ...documentConflict('The service still runs the scan, so it has to be cancelled first.', [
        problemTypes.scanRunning,
        'Scan running',
      ]),
    },
  },
  setupJob: {
    tag,
    summary: 'How far a change in the background is',
    description:
      'Only for keys with the same access as the key that started the change. Forgotten an hour after its end, and when the service restarts. `mentions` and `answers` say what stored answers now say about the changed brands.',
    response: { status: 200, name: 'SetupJob', schema: SetupJob },
    errorResponses: documentNotFound('job'),
  },
};
