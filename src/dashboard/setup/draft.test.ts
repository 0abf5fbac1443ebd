import { describe, expect, it } from 'vitest';
import type { SiteSetup } from '../../contract/sightline/setup.ts';
import { emptyClientDraft } from './client-draft.ts';
import { describeChanges } from './describe-changes.ts';
import { describeKept } from './describe-kept.ts';
import {
  createBrand,
  createDraft,
  createQuestion,
  type DraftBrand,
  type DraftQuestion,
  hasChanged,
  toDraft,
} from './draft.ts';
import { createDraftReducer } from './draft-reducer.ts';
import { toClientChange, toClientRequest, toSetupRequest } from './draft-request.ts';
import { rebaseDraft } from './rebase-draft.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const prompt = (n: number, text: string): SiteSetup['prompts'][number] => ({
  id: uuid(n),
  text,
  category: null,
  tags: [],
  products: [],
  personas: [],
  journeyStages: [],
  retired: false,
  hasAnswers: n % 2 === 0,
});

const stored: SiteSetup = {
  siteId: uuid(1),
  revision: 'first',
  name: 'Site',
  url: 'https://site.example',
  active: true,
  collection: null,
  clientId: null,
  clientName: null,
  brands: [
    { id: uuid(11), name: 'Own', role: 'tracked', aliases: ['Owned', 'Own'], domains: [] },
    { id: uuid(12), name: 'Rival', role: 'competitor', aliases: ['Rival'], domains: [] },
  ],
  prompts: [prompt(21, 'First?'), prompt(22, 'Second?')],
};
const base = toDraft(stored, null);
const change = createDraftReducer(false);
const changeNew = createDraftReducer(true);

describe('a draft of a stored set-up', () => {
  it('makes a request that changes nothing until something is changed', () => {
    expect(hasChanged(toDraft(stored, null), base)).toBe(false);
    expect(toSetupRequest(base, stored).body).toMatchObject({
      revision: 'first',
      brands: stored.brands,
      prompts: stored.prompts.map(({ hasAnswers: _, ...rest }) => ({ ...rest, category: '' })),
    });
  });

  it('leaves out what is removed, and keeps it until it is saved', () => {
    const removed = change(base, { type: 'removeCompetitor', key: uuid(12) });
    expect(removed.competitors).toMatchObject([{ name: 'Rival', isRemoved: true }]);
    expect(toSetupRequest(removed, stored).body?.brands).toHaveLength(1);
    const without = change(base, { type: 'removeQuestion', key: uuid(21) });
    expect(toSetupRequest(without, stored).body?.prompts).toMatchObject([{ id: uuid(22) }]);
  });

  it('counts only the other spellings once the name is an ordinary word', () => {
    const own = { key: uuid(11), fields: { isNameCounted: false } };
    const draft = change(base, { type: 'brand', ...own });
    expect(toSetupRequest(draft, stored).body?.brands[0]?.aliases).toEqual(['Owned']);
  });

  it('keeps the old name of a renamed brand as a spelling until it is removed or the old name is back', () => {
    const rename = (draft: typeof base, name: string) =>
      change(draft, { type: 'brand', key: uuid(12), fields: { name } });
    const renamed = rename(rename(base, ''), 'Rival Ltd');
    expect(toSetupRequest(renamed, stored).body?.brands[1]).toMatchObject({
      name: 'Rival Ltd',
      aliases: ['Rival Ltd', 'Rival'],
    });
    const key = uuid(12);
    const removed = change(renamed, { type: 'brand', key, fields: { aliases: [] } });
    expect(rename(removed, 'Rivals').competitors[0]?.aliases).toEqual([]);
    expect(hasChanged(rename(renamed, 'Rival'), base)).toBe(false);
  });

  it('does not make the old name a spelling if it did not count', () => {
    const uncounted = toDraft(
      { ...stored, brands: stored.brands.map((brand) => ({ ...brand, aliases: ['Other'] })) },
      null,
    );
    const renamed = change(uncounted, { type: 'brand', key: uuid(12), fields: { name: 'New' } });
    expect(renamed.competitors[0]?.aliases).toEqual(['Other']);
  });

  it('does not save competitors that stay empty', () => {
    const draft = change(base, { type: 'addCompetitor', brand: createBrand() });
    expect(hasChanged(draft, base)).toBe(false);
    expect(toSetupRequest(draft, stored).body?.brands).toHaveLength(2);
  });

  it('makes a discovered brand a competitor under its ID', () => {
    const brand = createBrand({ key: uuid(13), id: uuid(13), name: 'Linden' });
    const draft = change(base, { type: 'addCompetitor', brand });
    expect(toSetupRequest(draft, stored).body?.brands[2]).toMatchObject({
      id: uuid(13),
      name: 'Linden',
      role: 'competitor',
    });
  });
});

describe('errors', () => {
  it('are at the fields of the form, whatever is left out before them', () => {
    let draft = change(base, { type: 'removeCompetitor', key: uuid(12) });
    draft = change(draft, {
      type: 'addCompetitor',
      brand: createBrand({ key: 'new', domains: ['a.example'] }),
    });
    draft = change(draft, { type: 'question', key: uuid(22), fields: { text: ' ' } });
    draft = change(draft, { type: 'site', site: { name: '', url: '' } });
    const request = toSetupRequest(draft, stored);
    expect(request.body).toBeNull();
    expect(Object.fromEntries(request.errors)).toEqual({
      'site.name': 'Must not be empty.',
      'new.name': 'Must not be empty.',
      [`${uuid(22)}.text`]: 'Must not be empty.',
    });
  });

  it('of the service are placed by its parameters, and the rest above the form', () => {
    const { place } = toSetupRequest(base, stored);
    const faults = [
      { parameter: 'brands[1].name', message: 'is the name of another brand' },
      { parameter: 'prompts[0]', message: 'has answers' },
      { parameter: 'other', message: 'is wrong' },
    ];
    expect(Object.fromEntries(place(faults))).toEqual({
      [`${uuid(12)}.name`]: 'Is the name of another brand.',
      [`${uuid(21)}.text`]: 'Has answers.',
      form: 'other: is wrong',
    });
  });

  it('of a new client are at its fields and at those of its site', () => {
    const draft = createDraft({ ...emptyClientDraft, accent: '#1234567890' });
    const ids = { client: uuid(1), site: uuid(2) };
    const { errors } = toClientRequest(draft, draft.client ?? emptyClientDraft, ids);
    expect([...errors.keys()]).toEqual(['client.name', 'client.accent', 'site.name']);
  });
});

describe('the form of a new client', () => {
  it('fills in the site and the brand from the client until they are changed', () => {
    let draft = createDraft(emptyClientDraft);
    const type = (fields: Partial<typeof emptyClientDraft>) => {
      draft = changeNew(draft, { type: 'client', fields });
    };
    type({ name: 'Alder' });
    expect(draft).toMatchObject({ site: { name: 'Alder' }, brand: { name: 'Alder' } });
    type({ websiteUrl: 'https://www.alder.example' });
    expect(draft.site).toEqual({ name: 'alder.example', url: 'https://www.alder.example' });
    expect(draft.brand.domains).toEqual(['alder.example']);
    const { key } = draft.brand;
    draft = changeNew(draft, { type: 'brand', key, fields: { name: 'Alder Paints' } });
    type({ name: 'Alder Group', websiteUrl: 'https://alder-group.example' });
    expect(draft.brand).toMatchObject({ name: 'Alder Paints', domains: ['alder-group.example'] });
  });

  it('saves the pasted questions that are not in the list yet', () => {
    const draft = changeNew(createDraft(null), { type: 'pasted', text: 'A?\nB?\nA?' });
    const added = changeNew(draft, { type: 'addPasted' });
    expect(added.questions.map(({ text }) => text)).toEqual(['A?', 'B?']);
    expect(added.pasted).toBe('');
  });
});

it('a client’s request has only the fields that differ', () => {
  const before = { ...emptyClientDraft, name: 'Alder', industry: 'Paint' };
  const { body } = toClientChange(base, { ...before, industry: '' }, before);
  expect(body).toEqual({ industry: '' });
});

describe('a set-up that someone else has changed', () => {
  const newest = toDraft(
    {
      ...stored,
      revision: 'second',
      name: 'Renamed',
      brands: [
        { id: uuid(11), name: 'Own', role: 'tracked', aliases: ['Own'], domains: [] },
        { id: uuid(14), name: 'Linden', role: 'competitor', aliases: ['Linden'], domains: [] },
      ],
      prompts: [{ ...prompt(21, 'First?'), category: 'Paint' }, prompt(23, 'Third?')],
    },
    null,
  );

  it('is described in words', () => {
    expect(describeChanges(base, newest)).toEqual([
      'Renamed the site to “Renamed”',
      'Removed the spelling “Owned” of “Own”',
      'Added the competitor “Linden”',
      'Removed the competitor “Rival”',
      'Added the question “Third?”',
      'Deleted the question “Second?”',
      'Changed the question “First?”',
    ]);
  });

  it('keeps the user’s changes beside those of the other person', () => {
    let mine = change(base, { type: 'site', site: { name: 'Site', url: 'https://mine.example' } });
    mine = change(mine, { type: 'question', key: uuid(21), fields: { tags: ['mine'] } });
    mine = change(mine, {
      type: 'questions',
      questions: [...mine.questions, createQuestion({ text: 'Mine?' })],
    });
    const rebased = rebaseDraft(mine, base, newest);
    expect(rebased.site).toEqual({ name: 'Renamed', url: 'https://mine.example' });
    expect(rebased.competitors.map(({ name }) => name)).toEqual(['Linden']);
    expect(rebased.questions).toMatchObject([
      { text: 'First?', category: 'Paint', tags: ['mine'] },
      { text: 'Mine?' },
      { text: 'Third?' },
    ]);
  });

  const withBrand = (name: string, aliases: string[], domains: string[] = []) =>
    toDraft(
      {
        ...stored,
        brands: [
          { id: uuid(11), name, role: 'tracked', aliases, domains },
          ...stored.brands.slice(1),
        ],
      },
      null,
    );
  const changeOwn = (fields: Partial<DraftBrand>) =>
    change(base, { type: 'brand', key: uuid(11), fields });

  it('keeps what either side added to lists of texts, and without what either side removed', () => {
    const theirs = withBrand('Own', ['Theirs', 'Owned', 'Own'], ['theirs.example']);
    const mine = changeOwn({ aliases: ['Mine'], domains: ['mine.example'] });
    expect(rebaseDraft(mine, base, theirs).brand).toMatchObject({
      aliases: ['Theirs', 'Mine'],
      domains: ['theirs.example', 'mine.example'],
    });
  });

  it('keeps the classifications that either side added to a question', () => {
    const persona = (value: string) => ({ value, label: value });
    const questionsWith = (value: string, tag: string) =>
      change(base, {
        type: 'question',
        key: uuid(21),
        fields: { personas: [persona(value)], tags: [tag] },
      });
    const rebased = rebaseDraft(questionsWith('a', 'mine'), base, questionsWith('b', 'theirs'));
    expect(rebased.questions[0]).toMatchObject({
      personas: [persona('b'), persona('a')],
      tags: ['theirs', 'mine'],
    });
  });

  it('has nothing unsaved where both sides added the same', () => {
    const theirs = withBrand('Own', ['Both', 'Theirs', 'Owned', 'Own']);
    const mine = changeOwn({ aliases: ['Owned', 'Both'] });
    expect(hasChanged(rebaseDraft(mine, base, theirs), theirs)).toBe(false);
  });

  it('names the user’s values that differ from those of the other person', () => {
    const theirs = change(withBrand('Theirs', ['Theirs', 'Own', 'Owned']), {
      type: 'question',
      key: uuid(21),
      fields: { text: 'Their first?', category: 'Paint' },
    });
    const mine = change(changeOwn({ name: 'Mine' }), {
      type: 'question',
      key: uuid(21),
      fields: { text: 'My first?' },
    });
    expect(describeKept(mine, base, theirs)).toEqual([
      'Kept yours: the name of “Own”, “Mine”',
      'Kept yours: the text of a question, “My first?”',
    ]);
    expect(rebaseDraft(mine, base, theirs).brand).toMatchObject({
      name: 'Mine',
      aliases: ['Own', 'Owned', 'Theirs'],
    });
  });

  it('has a question once that both sides added, with the classifications of both', () => {
    const add = (text: string, fields: Partial<DraftQuestion>) =>
      change(base, {
        type: 'questions',
        questions: [...base.questions, createQuestion({ text, ...fields })],
      });
    const theirs = add('Both?', { key: uuid(25), isStored: true, tags: ['theirs'] });
    const mine = add(' both? ', { tags: ['mine'], category: 'Paint' });
    expect(rebaseDraft(mine, base, theirs).questions.slice(2)).toMatchObject([
      { key: uuid(25), text: 'Both?', tags: ['mine', 'theirs'], category: 'Paint' },
    ]);
  });

  it('has a competitor once that both sides added', () => {
    const add = (fields: Partial<DraftBrand>) =>
      change(base, { type: 'addCompetitor', brand: createBrand(fields) });
    const theirs = add({ key: uuid(14), id: uuid(14), isStored: true, name: 'Linden' });
    const mine = add({ name: 'LINDEN', aliases: ['Lindens'] });
    expect(rebaseDraft(mine, base, theirs).competitors.slice(1)).toMatchObject([
      { key: uuid(14), isStored: true, name: 'Linden', aliases: ['Lindens'] },
    ]);
  });

  it('gets back as new what the user changed and the other person deleted', () => {
    const mine = change(base, { type: 'brand', key: uuid(12), fields: { name: 'Rival Ltd' } });
    expect(rebaseDraft(mine, base, newest).competitors).toMatchObject([
      { name: 'Rival Ltd', id: null, isStored: false },
      { name: 'Linden' },
    ]);
  });
});
