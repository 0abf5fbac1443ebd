import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import type { LabelledValue } from '../../contract/fields.ts';
import type { OfferedPlatform } from '../../contract/sightline/scans.ts';
import type { SetupBrand, SetupPrompt, SiteSetup } from '../../contract/sightline/setup.ts';
import type { ClientDraft } from './client-draft.ts';
import { createId } from './create-id.ts';
import { isSame } from './is-same.ts';
import { type ScanSettingsDraft, toScanSettingsDraft } from './scan-settings-draft.ts';

/** A brand as it is being edited. */
export interface DraftBrand {
  /** Identifies it in the form: its ID, or a new one. */
  key: string;
  /** The service's ID, which discovered brands have too; null for a new brand. */
  id: string | null;
  /** Whether it is part of the stored set-up. */
  isStored: boolean;
  /** The stored name if it counts as a mention, which it goes on doing when the brand is renamed; otherwise null. */
  storedName: string | null;
  name: string;
  /** Whether the name itself counts as a mention. */
  isNameCounted: boolean;
  /** The other spellings that count as a mention. */
  aliases: readonly string[];
  /** Hosts, such as example.com, and paths, such as github.com/acme. */
  domains: readonly string[];
  /** Those of `domains` that the user has confirmed to be the brand's as a whole, although many share them. */
  wholeHosts: readonly string[];
  /** Whether saving deletes it. */
  isRemoved: boolean;
}

/** The classifications of a question, by the field of the contract. */
type QuestionClasses = {
  readonly [F in (typeof plainClassifications.fields)[number]]: readonly string[];
} & {
  readonly [F in (typeof labelledClassifications.fields)[number]]: readonly {
    value: string;
    label: string;
  }[];
};

/** A question as it is being edited. */
export interface DraftQuestion extends QuestionClasses {
  key: string;
  /** Whether it is part of the stored set-up. */
  isStored: boolean;
  text: string;
  /** Empty for none. */
  category: string;
  isRetired: boolean;
  hasAnswers: boolean;
  isRemoved: boolean;
}

/** Everything in the form. */
export interface SetupDraft {
  /** Null if the site has no client, or the form is about the site alone. */
  client: ClientDraft | null;
  site: { name: string; url: string };
  brand: DraftBrand;
  competitors: readonly DraftBrand[];
  questions: readonly DraftQuestion[];
  /** Questions that were typed or pasted, one per line, and are not in the list yet. */
  pasted: string;
  /** Null if the form does not show where and when questions are asked. */
  collection: ScanSettingsDraft | null;
}

/** An empty brand with a key of its own. */
export const createBrand = (fields: Partial<DraftBrand> = {}): DraftBrand => ({
  key: createId(),
  id: null,
  isStored: false,
  storedName: null,
  name: '',
  isNameCounted: true,
  aliases: [],
  domains: [],
  wholeHosts: [],
  isRemoved: false,
  ...fields,
});

/** A new question with a key of its own. */
export const createQuestion = (fields: Partial<DraftQuestion>): DraftQuestion => ({
  key: createId(),
  isStored: false,
  text: '',
  category: '',
  ...plainClassifications.byField((): string[] => []),
  ...labelledClassifications.byField((): { value: string; label: string }[] => []),
  isRetired: false,
  hasAnswers: false,
  isRemoved: false,
  ...fields,
});

/** Rows for competitors in a new form. Those that stay empty are not saved. */
const emptyCompetitors = 3;

/**
 * The form for a new site, with a new client or none.
 * @param offered the platforms that the service knows how to ask; null to leave out where and when questions are asked
 */
export const createDraft = (
  client: ClientDraft | null,
  offered: readonly OfferedPlatform[] | null = null,
): SetupDraft => ({
  client,
  site: { name: '', url: '' },
  brand: createBrand(),
  competitors: Array.from({ length: emptyCompetitors }, () => createBrand()),
  questions: [],
  pasted: '',
  collection: offered && toScanSettingsDraft(null, offered),
});

function toDraftBrand({ id, name, aliases, domains }: SetupBrand): DraftBrand {
  const shownName = name ?? '';
  return {
    key: id,
    id,
    isStored: true,
    storedName: aliases.includes(shownName) ? shownName : null,
    name: shownName,
    isNameCounted: aliases.includes(shownName),
    aliases: aliases.filter((alias) => alias !== shownName),
    domains,
    wholeHosts: [],
    isRemoved: false,
  };
}

const toLabelled = (values: readonly LabelledValue[]) =>
  values.map(({ value, label }) => ({ value, label: label ?? value }));

const toDraftQuestion = (prompt: SetupPrompt): DraftQuestion => ({
  key: prompt.id,
  isStored: true,
  text: prompt.text ?? '',
  category: prompt.category ?? '',
  ...plainClassifications.byField((field) => prompt[field]),
  ...labelledClassifications.byField((field) => toLabelled(prompt[field])),
  isRetired: prompt.retired === true,
  hasAnswers: prompt.hasAnswers === true,
  isRemoved: false,
});

/** A new brand for a site that has no tracked one. Its key is the same every time, so that drafts can be compared. */
const missingBrand = createBrand();

/**
 * The form for a stored set-up.
 * @param offered the platforms that the service knows how to ask; null to leave out where and when questions are asked
 */
export function toDraft(
  setup: SiteSetup,
  client: ClientDraft | null,
  offered: readonly OfferedPlatform[] | null = null,
): SetupDraft {
  const tracked = setup.brands.find(({ role }) => role === 'tracked');
  return {
    client,
    site: { name: setup.name ?? '', url: setup.url ?? '' },
    brand: tracked ? toDraftBrand(tracked) : missingBrand,
    competitors: setup.brands.filter(({ role }) => role === 'competitor').map(toDraftBrand),
    questions: setup.prompts.map(toDraftQuestion),
    pasted: '',
    collection: offered && toScanSettingsDraft(setup.collection, offered),
  };
}

/** Whether a brand has no content, so that it is not saved. */
export const isBlankBrand = ({ isStored, name, aliases, domains }: DraftBrand): boolean =>
  !isStored && name.trim() === '' && aliases.length === 0 && domains.length === 0;

/** Whether the client's part of two drafts differs. */
export const hasClientChanged = (one: SetupDraft, other: SetupDraft): boolean =>
  !isSame(one.client, other.client);

/** Whether two drafts differ in where and when questions are asked. */
export const haveScanSettingsChanged = (one: SetupDraft, other: SetupDraft): boolean =>
  !isSame(one.collection, other.collection);

/** Whether two drafts differ in what belongs to the site. Brands without content do not count. */
export const hasSiteChanged = (one: SetupDraft, other: SetupDraft): boolean =>
  !(
    isSame(one.site, other.site) &&
    isSame(one.brand, other.brand) &&
    isSame(
      one.competitors.filter((brand) => !isBlankBrand(brand)),
      other.competitors.filter((brand) => !isBlankBrand(brand)),
    ) &&
    isSame(one.questions, other.questions) &&
    one.pasted.trim() === other.pasted.trim()
  ) || haveScanSettingsChanged(one, other);

/** Whether two drafts differ. */
export const hasChanged = (one: SetupDraft, other: SetupDraft): boolean =>
  one !== other && (hasClientChanged(one, other) || hasSiteChanged(one, other));
