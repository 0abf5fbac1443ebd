import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { findTextFault } from '../../contract/visible-text.ts';
import { isWebAddress, webAddressReason } from '../../contract/web-address.ts';
import { findOwnDomainFault } from '../addresses/own-domain.ts';
import { handleInStretches } from '../limits/stretch.ts';
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
const isAddress = (text: string) => text === '' || isWebAddress(text);
const address = (field: string, text: string | null | undefined) =>
  textOf(field, text, (value) => (isAddress(value) ? null : webAddressReason));

/** The fields of a record, or those that a patch changes. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };
/** Lists the texts of a record, or those that a patch changes. */
type Texts<T> = (record: Given<T>) => readonly FieldText[];
type Client = Pick<
  RecordOf<'client'>,
  'name' | 'websiteUrl' | 'industry' | 'description' | 'reportName'
>;
type Site = Pick<RecordOf<'site'>, 'name' | 'url'>;
type Brand = Pick<RecordOf<'brand'>, 'name' | 'aliases'>;
type Prompt = Omit<RecordOf<'prompt'>, 'type' | 'id' | 'siteId' | 'retired'>;

const textsOfClient: Texts<Client> = (client) => [
  ...name('name', client.name),
  ...address('websiteUrl', client.websiteUrl),
  ...optional('industry', client.industry),
  ...optional('description', client.description, true),
  ...optional('reportName', client.reportName),
];
const textsOfSite: Texts<Site> = (site) => [
  ...name('name', site.name),
  ...address('url', site.url),
];
const textsOfBrand: Texts<Brand> = (brand) => [
  ...name('name', brand.name),
  ...(brand.aliases ?? []).flatMap((alias, index) => name(`aliases[${index}]`, alias)),
];
const domainsOfBrand: Texts<Pick<RecordOf<'brand'>, 'domains'>> = ({ domains = [] }) =>
  domains.flatMap((domain, index) => textOf(`domains[${index}]`, domain, findOwnDomainFault));
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
  const refused: { id: string; line: number; field: string; text: string; reason: string }[] = [];
  await handleInStretches([...records, ...patches], ([id, { record, line }]) => {
    for (const { field, text, findFault } of textsOf(record)) {
      const reason = findFault(text);
      if (reason !== null) refused.push({ id, line, field, text, reason });
    }
  });
  if (refused.length === 0) return;
  const stored = new Map((await read(refused.map(({ id }) => id))).map((one) => [one.id, one]));
  for (const { id, line, field, text, reason } of refused) {
    const record = stored.get(id);
    const isKept = record && textsOf(record).some((one) => one.text.trim() === text.trim());
    if (!isKept) faults.add(line, { field, reason });
  }
}

/**
 * Adds a fault for each name and question with hidden characters, or with nothing that can be seen, and each address that
 * is no http or https address, unless it is stored. For what somebody types or pastes; files may have them, so that what
 * an earlier version exported can be imported.
 */
export async function refuseTypedTexts(
  { clients, sites, brands, prompts, patches }: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  await refuse(clients, patches.client, textsOfClient, lookups.clients, faults);
  await refuse(sites, patches.site, textsOfSite, lookups.sites, faults);
  await refuse(brands, patches.brand, textsOfBrand, lookups.brandsById, faults);
  await refuse(prompts, patches.prompt, textsOfPrompt, lookups.prompts, faults);
}

/** Adds a fault for each domain that nobody can own, such as a public suffix, unless it is stored. */
export const refuseUnownableDomains = (
  { brands, patches }: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> => refuse(brands, patches.brand, domainsOfBrand, lookups.brandsById, faults);

/** Empties each address of a file that is no http or https address. @returns the lines of their records */
export function emptyInvalidAddresses({ clients, sites, patches }: GatheredRecords): number[] {
  const lines: number[] = [];
  for (const records of [clients, patches.client])
    for (const { record, line } of records.values()) {
      if (isAddress(record.websiteUrl ?? '')) continue;
      record.websiteUrl = '';
      lines.push(line);
    }
  for (const records of [sites, patches.site])
    for (const { record, line } of records.values()) {
      if (isAddress(record.url ?? '')) continue;
      record.url = '';
      lines.push(line);
    }
  return lines.sort((a, b) => a - b);
}
