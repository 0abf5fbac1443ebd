import * as v from 'valibot';
import { isUuid } from '../../contract/fields.ts';
import { findBrandingFault } from '../../service/branding/branding-fault.ts';
import { brandClient } from '../../service/setup/brand-client.ts';
import type { ClientRecord } from '../../service/store/records.ts';
import type { PageStart, Store } from '../../service/store/store.ts';
import { AdministrationError } from './administration-error.ts';
import { adviseListing, defineCommand, retryAdvice } from './command.ts';

/** A client and how its reports look, without the logo itself. */
const BrandedClient = v.object({
  id: v.string(),
  name: v.string(),
  accountId: v.string(),
  accountName: v.string(),
  /** The length of the logo's data URL, in bytes; 0 if there is no logo. */
  logoLength: v.number(),
  /** Empty if the client has none. */
  accent: v.string(),
  /** Empty if the client has none. */
  reportName: v.string(),
});
export type BrandedClient = v.InferOutput<typeof BrandedClient>;

/** How many clients are read at once. Limited, since their logos are read with them. */
const clientsPerRead = 200;

const toBrandedClient = (
  { id, name, accountId, logo, accent, reportName }: ClientRecord,
  accountName: string,
): BrandedClient => ({
  id,
  name,
  accountId,
  accountName,
  accent,
  reportName,
  logoLength: logo.length,
});

/** Reads the clients of an account, newest first. */
async function readAccountClients(store: Store, accountId: string): Promise<ClientRecord[]> {
  const clients: ClientRecord[] = [];
  for (let after: PageStart | null = null; ; ) {
    const page: Awaited<ReturnType<Store['clients']>> = await store.clients(
      { accountId, clientId: null },
      { after, limit: clientsPerRead },
    );
    const ids = page.map(({ id }) => id);
    const byId = new Map((await store.lookups.clients(ids)).map((client) => [client.id, client]));
    clients.push(...ids.flatMap((id) => byId.get(id) ?? []));
    const last = page.at(-1);
    if (!last || page.length < clientsPerRead) return clients;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

/** An operator's commands on clients. */
export const clientCommands = {
  /** Lists every client by account, the newest clients of each account first. */
  'clients/list': defineCommand({
    usage: [''],
    request: v.object({}),
    result: v.array(BrandedClient),
    adviceAfterSilence: retryAdvice,
    async run({ store }) {
      const clients: BrandedClient[] = [];
      for (const { id, name } of await store.lookups.accounts()) {
        for (const client of await readAccountClients(store, id))
          clients.push(toBrandedClient(client, name));
      }
      return clients;
    },
  }),
  /**
   * Sets fields of a client, checked as in an import. An empty text removes a field, and omitted fields keep their
   * values. Throws AdministrationError for a field that an import would refuse, or if no client has the ID.
   */
  'clients/brand': defineCommand({
    usage: [
      "--client ID [--logo FILE] [--accent '#RRGGBB'] [--report-name NAME]",
      "--client ID --clear [--logo FILE] [--accent '#RRGGBB'] [--report-name NAME]",
    ],
    request: v.object({
      id: v.string(),
      change: v.object({
        logo: v.exactOptional(v.string()),
        accent: v.exactOptional(v.string()),
        reportName: v.exactOptional(v.string()),
      }),
    }),
    result: BrandedClient,
    adviceAfterSilence: adviseListing('clients'),
    async run({ store }, { id, change }) {
      const fault = findBrandingFault(change);
      if (fault) throw new AdministrationError(`The ${fault.field} ${fault.reason}.`);
      const client = isUuid(id) ? await brandClient(store, id.toLowerCase(), change) : null;
      if (!client) throw new AdministrationError(`No client has the ID ${id}.`);
      const accounts = await store.lookups.accounts();
      return toBrandedClient(
        client,
        accounts.find((account) => account.id === client.accountId)?.name ?? '',
      );
    },
    auditOf: ({ id: clientId, accountId }, { change }) => [
      {
        action: 'client branded',
        accountId,
        clientId,
        subject: clientId,
        detail: Object.keys(change).join(', '),
      },
    ],
  }),
};
