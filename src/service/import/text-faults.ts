import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { findTextFault } from '../../contract/visible-text.ts';
import { isWebAddress, webAddressReason } from '../../contract/web-address.ts';
import type { ImportLookups } from '../store/store.ts';
import type { Faults } from './faults.ts';
import type { GatheredRecords, RecordWithLine } from './gathered-records.ts';
import type { RecordOf } from './records.ts';

/** A text of a record. */
interface FieldText {
  /** The path of its field. */
  field: string;
  text: string;
  /** Finds why it is refused; null if it is accepted. */
  findFault: (text: string) => string | null;
}

/** The text of a field, unless a patch leaves it out. */
const textOf = (
  field: string,
  text: string | null | undefined,
  findFault: FieldText['findFault'],
): readonly FieldText[] =>
  text === null || text === undefined ? [] : [{ field, text, findFault }];

const name = (field: string, text: string | null | undefined) =>
  textOf(field, text, (value) => findTextFault(value));
const question = (field: string, text: string | undefined) =>
  textOf(field, text, (value) => findTextFault(value, { hasLines: true }));
const optional = (field: string, text: string | null | undefined, hasLines = false) =>
  textOf(field, text, (value) => findTextFault(value, { isOptional: true, hasLines }));
const address = (field: string, text: string | null | undefined) =>
  textOf(field, text, (value) => (value === '' || isWebAddress(value) ? null : webAddressReason));

/** The fields of a record, or those that a patch changes. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };
/** Lists the texts of a record, or those that a patch changes. */
type Texts<T> = (record: Given<T>) => readonly FieldText[];
type Client = Pick<RecordOf<'client'>, 'name' | 'industry' | 'description' | 'reportName'>;
type Brand = Pick<RecordOf<'brand'>, 'name' | 'aliases'>;
type Prompt = Omit<RecordOf<'prompt'>, 'type' | 'id' | 'siteId' | 'retired'>;

const textsOfClient: Texts<Client> = (client) => [
  ...name('name', client.name),
  ...optional('industry', client.industry),
  ...optional('description', client.description, true),
  ...optional('reportName', client.reportName),
];
const textsOfBrand: Texts<Brand> = (brand) => [
  ...name('name', brand.name),
  ...(brand.aliases ?? []).flatMap((alias, index) => name(`aliases[${index}]`, alias)),
];
const textsOfPrompt: Texts<Prompt> = (prompt) => [
  ...question('text', prompt.text),
  ...optional('category', prompt.category),
  ...plainClassifications.fields.flatMap((field) =>
    (prompt[field] ?? []).flatMap((value, index) => name(`${field}[${index}]`, value)),
  ),
  ...labelledClassifications.fields.flatMap((field) =>
    (prompt[field] ?? []).flatMap(({ value, label }, index) => [
      ...name(`${field}[${index}].value`, value),
      ...name(`${field}[${index}].label`, label),
    ]),
  ),
];

type Entries<T> = ReadonlyMap<string, RecordWithLine<T>>;

/** Adds a fault for each refused text that the stored record with the same ID does not have. */
async function refuse<T>(
  records: Entries<NoInfer<Given<T>>>,
  patches: Entries<NoInfer<Given<T>>>,
  textsOf: Texts<T>,
  read: (ids: readonly string[]) => Promise<readonly (NoInfer<Given<T>> & { id: string })[]>,
  faults: Faults,
): Promise<void> {
  const refused = [...records, ...patches].flatMap(([id, { record, line }]) =>
    textsOf(record).flatMap(({ field, text, findFault }) => {
      const reason = findFault(text);
      return reason === null ? [] : [{ id, line, field, text, reason }];
    }),
  );
  if (refused.length === 0) return;
  const stored = new Map((await read(refused.map(({ id }) => id))).map((one) => [one.id, one]));
  for (const { id, line, field, text, reason } of refused) {
    const record = stored.get(id);
    const isKept = record && textsOf(record).some((one) => one.text.trim() === text.trim());
    if (!isKept) faults.add(line, { field, reason });
  }
}

/** Adds a fault for each address that is neither stored nor an http or https address. */
export async function refuseAddresses(
  { clients, sites, patches }: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const addressOfClient: Texts<{ websiteUrl: string }> = ({ websiteUrl }) =>
    address('websiteUrl', websiteUrl);
  const addressOfSite: Texts<{ url: string }> = ({ url }) => address('url', url);
  await refuse(clients, patches.client, addressOfClient, lookups.clients, faults);
  await refuse(sites, patches.site, addressOfSite, lookups.sites, faults);
}

/**
 * Adds a fault for each name and question with hidden characters, or with nothing that can be seen, unless it is stored.
 * For what somebody types or pastes; files may have them, so that what an earlier version exported can be imported.
 */
export async function refuseHiddenTexts(
  { clients, sites, brands, prompts, patches }: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const nameOfSite: Texts<{ name: string }> = (site) => name('name', site.name);
  await refuse(clients, patches.client, textsOfClient, lookups.clients, faults);
  await refuse(sites, patches.site, nameOfSite, lookups.sites, faults);
  await refuse(brands, patches.brand, textsOfBrand, lookups.brandsById, faults);
  await refuse(prompts, patches.prompt, textsOfPrompt, lookups.prompts, faults);
}
