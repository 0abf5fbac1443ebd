import { emptyCatalogue } from '../records/catalogue.ts';
import type { ClientBranding, ClientRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** Fields to change. An omitted field keeps its stored value, and an empty string removes it. */
export type BrandingChange = Partial<ClientBranding>;

/**
 * Changes the branding of a client with an import that contains only that client.
 * @param change fields that an import would accept.
 * @returns the client as stored; null if no client has the ID.
 */
export async function brandClient(
  store: Pick<Store, 'lookups' | 'beginImport'>,
  clientId: string,
  change: BrandingChange,
): Promise<ClientRecord | null> {
  // Imports run one at a time, so the client read here includes what the previous import wrote.
  const writer = await store.beginImport();
  try {
    const [stored] = await store.lookups.clients([clientId]);
    if (!stored) {
      await writer.abort();
      return null;
    }
    const accent = (change.accent ?? stored.accent).toLowerCase();
    const branded = { ...stored, ...change, accent };
    await writer.writeCatalogue({ ...emptyCatalogue, clients: [branded] });
    await writer.commit();
    return branded;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
