import { expect, test } from 'vitest';
import type { BrandRecord } from '../store/records.ts';
import { QuestionLanguages } from './question-languages.ts';
import { TextThread } from './text-thread.ts';

const brand: BrandRecord = {
  id: '00000001-0000-4000-8000-000000000001',
  siteId: '00000002-0000-4000-8000-000000000001',
  name: 'Acme',
  role: 'tracked',
  aliases: ['Acme'],
  domains: [],
};
const german = 'Welche Wanderschuhe eignen sich am besten für lange Touren im Gebirge?';
const english = 'Which hiking boots are best for long walks in the mountains?';
const uncertain = 'Acme?';

/** Finds languages, and keeps what was looked for. */
function openLanguages() {
  const asked: string[][] = [];
  const thread = new TextThread();
  const languages = new QuestionLanguages({
    async map(name, brands, items) {
      asked.push(items.map(String));
      return thread.map(name, brands, items);
    },
  });
  return { asked, languages };
}

test('each question gets its language', async () => {
  const { languages } = openLanguages();
  const questions = [german, uncertain, english, german];
  expect(await languages.find([brand], questions)).toEqual(['de', null, 'en', 'de']);
});

test('a question whose language is known, or known to be uncertain, is not read again', async () => {
  const { asked, languages } = openLanguages();
  await languages.find([brand], [german, uncertain]);
  expect(await languages.find([brand], [uncertain, english, german])).toEqual([null, 'en', 'de']);
  expect(asked).toEqual([[german, uncertain], [english]]);
});

test('a question is read again beside other aliases, since they are left out of it', async () => {
  const { asked, languages } = openLanguages();
  await languages.find([brand], [german]);
  await languages.find([{ ...brand, aliases: ['Wanderschuhe'] }], [german]);
  expect(asked).toEqual([[german], [german]]);
});
