import { digestOf } from '../../src/service/access/keys.ts';
import type { KeyRecord, ShareRecord } from '../../src/service/store/records.ts';

/** A record of an active key of an account, unless the fields say otherwise; its secret is its name. */
export const createKeyRecord = (
  fields: Pick<KeyRecord, 'id' | 'name' | 'accountId' | 'createdAt'> & Partial<KeyRecord>,
): KeyRecord => ({
  digest: digestOf(fields.name),
  prefix: 'sl_x',
  clientId: null,
  scopes: [],
  sample: false,
  hidesNotes: false,
  revokedAt: null,
  expiresAt: null,
  sessionsEndedAt: null,
  share: null,
  lastUsedAt: null,
  ...fields,
});

/** What a shared link of a site's timeline shows, whose viewers choose the dates, unless the fields say otherwise. */
export const createShareRecord = (
  siteId: string,
  fields: Partial<ShareRecord> = {},
): ShareRecord => ({
  kind: 'share',
  siteId,
  title: 'Shared',
  pages: ['timeline'],
  question: '',
  dates: {
    range: null,
    startDate: null,
    endDate: null,
    compare: null,
    compareStart: null,
    compareEnd: null,
  },
  view: '',
  passphrase: null,
  createdBy: 'Key',
  creatorId: null,
  ...fields,
});
