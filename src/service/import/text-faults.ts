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

const name = (field: string, text: string): FieldText => ({
  field,
  text,
  findFault: (value) => findTextFault(value),
});
const optional = (field: string, text: string | null | undefined, hasLines = false): FieldText => ({
  field,
  text: text ?? '',
  findFault: (value) => findTextFault(value, { isOptional: true, hasLines }),
});
const address = (field: string, text: string | null | undefined): FieldText => ({
  field,
  text: text ?? '',
  findFault: (value) => (value === '' || isWebAddress(value) ? null : webAddressReason),
});

type Texts<T> = (record: T) => readonly FieldText[];
type Client = Pick<RecordOf<'client'>, 'name' | 'industry' | 'description' | 'reportName'>;
type Brand = { name: string; aliases: readonly string[] | null };
type Prompt = Pick<RecordOf<'prompt'>, 'text' | 'category'> &
  Pick<RecordOf<'prompt'>, (typeof plainClassifications.fields)[number]> &
  Pick<RecordOf<'prompt'>, (typeof labelledClassifications.fields)[number]>;

const textsOfClient: Texts<Client> = ({ name: own, industry, description, reportName }) => [
  name('name', own),
  optional('industry', industry),
  optional('description', description, true),
  optional('reportName', reportName),
];
const textsOfBrand: Texts<Brand> = ({ name: own, aliases }) => [
  name('name', own),
  ...(aliases ?? []).map((alias, index) => name(`aliases[${index}]`, alias)),
];
const textsOfPrompt: Texts<Prompt> = (prompt) => [
  {
    field: 'text',
    text: prompt.text,
    findFault: (value) => findTextFault(value, { hasLines: true }),
  },
  optional('category', prompt.category),
  ...plainClassifications.fields.flatMap((field) =>
    prompt[field].map((value, index) => name(`${field}[${index}]`, value)),
  ),
  ...labelledClassifications.fields.flatMap((field) =>
    prompt[field].flatMap(({ value, label }, index) => [
      name(`${field}[${index}].value`, value),
      name(`${field}[${index}].label`, label),
    ]),
  ),
];

/** Adds a fault for each refused text that the stored record with the same ID does not have. */
async function refuse<T>(
  records: ReadonlyMap<string, RecordWithLine<NoInfer<T>>>,
  textsOf: Texts<T>,
  read: (ids: readonly string[]) => Promise<readonly (NoInfer<T> & { id: string })[]>,
  faults: Faults,
): Promise<void> {
  const refused = [...records].flatMap(([id, { record, line }]) =>
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
  { clients, sites }: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const addressOfClient: Texts<{ websiteUrl: string }> = ({ websiteUrl }) => [
    address('websiteUrl', websiteUrl),
  ];
  const addressOfSite: Texts<{ url: string }> = ({ url }) => [address('url', url)];
  await refuse(clients, addressOfClient, lookups.clients, faults);
  await refuse(sites, addressOfSite, lookups.sites, faults);
}

/**
 * Adds a fault for each name and question with hidden characters, or with nothing that can be seen, unless it is stored.
 * For what somebody types or pastes; files may have them, so that what an earlier version exported can be imported.
 */
export async function refuseHiddenTexts(
  { clients, sites, brands, prompts }: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const nameOfSite: Texts<{ name: string }> = (site) => [name('name', site.name)];
  await refuse(clients, textsOfClient, lookups.clients, faults);
  await refuse(sites, nameOfSite, lookups.sites, faults);
  await refuse(brands, textsOfBrand, lookups.brandsById, faults);
  await refuse(prompts, textsOfPrompt, lookups.prompts, faults);
}
