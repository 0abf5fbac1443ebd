import { notesScope, scopes } from '../../contract/scopes.ts';
import { sampleId, siteNumber, siteRecordNumber } from './ids.ts';

interface SampleKey {
  key: string;
  name: string;
  /** What the key gives access to, in a sentence. */
  description: string;
  accountId: string;
  clientId: string | null;
  scopes: readonly string[];
}

/** A recommendation to try out notes with. Its ID must be known, since no endpoint of v1 lists recommendations. */
export const sampleRecommendation = {
  siteId: sampleId('site', siteNumber(1, 0)),
  id: sampleId('recommendation', siteRecordNumber(siteNumber(1, 0), 0)),
} as const;

const agencyId = sampleId('account', 1);
const businessId = sampleId('account', 3);

/** Publicly known API keys of the sample data; see `ServiceOptions.mayUseSampleKeys`. */
export const sampleKeys: readonly SampleKey[] = [
  {
    key: 'sample-agency',
    name: 'Sample agency',
    description: 'A whole agency account, with every scope.',
    accountId: agencyId,
    clientId: null,
    scopes,
  },
  {
    key: 'sample-client',
    name: 'Sample client',
    description: 'One client of that agency, Northwind Group, and nothing else.',
    accountId: agencyId,
    clientId: sampleId('client', 1),
    scopes: [notesScope],
  },
  {
    key: 'sample-business',
    name: 'Sample business',
    description: `A business account without clients. To open its first site, enter the ID ${sampleId('site', siteNumber(201, 0))}.`,
    accountId: businessId,
    clientId: null,
    scopes: [notesScope],
  },
  {
    key: 'sample-readonly',
    name: 'Sample agency, read-only',
    description: 'The agency account, without any scope: this key can only read.',
    accountId: agencyId,
    clientId: null,
    scopes: [],
  },
];
