import { createAdministration } from '../../src/host/admin/administration.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';

// Two accounts: one whose set-ups and answers are as dear to read as they can be, and one whose list of clients is read
// beside it.

const uuidOf = (kind: number, n: number) =>
  `00000000-0000-4000-${(0x8000 + kind).toString(16)}-${n.toString(16).padStart(12, '0')}`;

export const ids = {
  account: uuidOf(0, 1),
  otherAccount: uuidOf(0, 2),
  /** A site with long questions and many aliases; one with many classifications; one with long answers. */
  long: uuidOf(1, 1),
  classified: uuidOf(1, 2),
  answered: uuidOf(1, 3),
  scan: uuidOf(2, 1),
  prompt: (site: number, n: number) => uuidOf(0x10 + site, n),
};
export const questions = 2_000;
export const clients = 50;
/** Answers of 20,000 characters, after one of 4 MB. */
const answers = 400;

const createdAt = '2026-01-01T00:00:00.000Z';
const range = (length: number) => Array.from({ length }, (_, n) => n);

const german = 'Welche Wanderschuhe eignen sich für lange Touren in den Alpen, wenn es regnet? ';
const english = 'Which hiking boots are best for long walks in the mountains when it rains? ';

const brandsOf = (siteId: string, kind: number, count: number, aliases: number) =>
  range(count).map((n) => ({
    ...{ type: 'brand', id: uuidOf(kind, n), siteId, name: `Help Scout ${n}` },
    role: n === 0 ? 'tracked' : 'competitor',
    aliases: range(aliases).map((alias) => `Help Scout ${n} number ${alias}`),
    domains: [`scout${n}.example`],
  }));

const values = (name: string, count: number) => range(count).map((n) => `${name}${n}`);
const labelled = (name: string, count: number) =>
  values(name, count).map((value) => ({ value, label: value.toUpperCase() }));

const promptsOf = (siteId: string, site: number, fieldsOf: (n: number) => object) =>
  range(questions).map((n) => ({
    ...{ type: 'prompt', id: ids.prompt(site, n), siteId, ...fieldsOf(n) },
  }));

/** Texts that take long to read: near misses, combining marks, character references, ligatures. */
const dearTexts = ['Helpscout 3 number 2. ', 'e\u0301\u0302\u0303ab ', '&amp;&#x41; ', 'ﬁne ﬃ '];
const dearText = (n: number, length: number): string => {
  const part = dearTexts[n % dearTexts.length] ?? '';
  return part.repeat(length / part.length);
};

function* records(): Generator<object> {
  const accounts = { [ids.account]: 'business', [ids.otherAccount]: 'agency' };
  for (const [id, kind] of Object.entries(accounts))
    yield { type: 'account', id, name: kind, kind };
  for (const n of range(clients))
    yield {
      ...{ type: 'client', id: uuidOf(3, n), accountId: ids.otherAccount },
      ...{ name: `Client ${n}`, createdAt },
    };
  for (const id of [ids.long, ids.classified, ids.answered])
    yield { type: 'site', id, accountId: ids.account, name: 'Acme', url: '', createdAt };
  yield* brandsOf(ids.long, 4, 200, 10);
  yield* brandsOf(ids.classified, 5, 50, 2);
  yield* brandsOf(ids.answered, 6, 60, 4);
  yield* promptsOf(ids.long, 1, (n) => ({
    text: `${n} ${(n % 2 ? german : english).repeat(20)}`.slice(0, 1_200).trim(),
  }));
  yield* promptsOf(ids.classified, 2, (n) => ({
    ...{ text: `Which one is best for buyer ${n}?`, category: 'c' },
    ...{ tags: values('t', 100), products: labelled('p', 20), personas: labelled('v', 20) },
  }));
  yield* promptsOf(ids.answered, 3, (n) => ({ text: `Which one is best for buyer ${n}?` }));
  yield {
    ...{ type: 'scan', id: ids.scan, siteId: ids.answered, status: 'completed' },
    ...{ createdAt, completedAt: createdAt },
  };
  for (const n of range(answers))
    yield {
      ...{ type: 'answer', scanId: ids.scan, promptId: ids.prompt(3, n), platform: 'claude_api' },
      ...{ region: 'US', text: dearText(n, n === 0 ? 3_900_000 : 20_000), mentions: [] },
      citations: range(50).map((site) => ({ url: `https://www.site${site}.example/${n}` })),
    };
}

/** Fills a data folder. @returns a key that may change set-ups, one that only reads, and one of the other account */
export async function fillStore(
  dataDir: string,
): Promise<{ setupKey: string; readingKey: string; otherKey: string }> {
  const store = await openClickHouse({ dataDir });
  await importMeasurements(store, recordInput('the accounts', [...records()]));
  const createKey = async (account: string, scopes: string[]) => {
    const input = { name: 'bench', account, client: null, scopes };
    return (await createAdministration(store).run('keys/create', input)).key;
  };
  const keys = {
    setupKey: await createKey(ids.account, ['setup:write']),
    readingKey: await createKey(ids.account, []),
    otherKey: await createKey(ids.otherAccount, []),
  };
  await store.close();
  return keys;
}
