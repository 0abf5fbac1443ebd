import { describe, expect, it } from 'vitest';
import { uuid } from '../../../../tests/service/small-world.ts';
import { decode } from '../../../contract/decode.ts';
import { FilterOptions } from '../../../contract/resources.ts';
import { chipsOf } from './chips.ts';
import { withListedRegions, withoutFilters } from './filters.ts';
import { groupsOf, narrowGroup, toggleIn } from './groups.ts';
import { readSearch } from './search.ts';

function optionsFrom(body: unknown): FilterOptions {
  const result = decode(FilterOptions, body);
  if (!result.ok) throw new Error(`${result.path}: ${result.reason}`);
  return result.value;
}
const searchOf = (raw: Record<string, string | string[]>) => {
  const { dropped: _, ...search } = readSearch(raw);
  return search;
};
/** Each group's title, then each of its sections as the section's title and option labels. */
const shapeOf = (options: FilterOptions | null, raw: Record<string, string | string[]> = {}) =>
  groupsOf(options, searchOf(raw)).map(({ title, sections }) => [
    title,
    ...sections.map((section) => [section.title, ...section.options.map(({ label }) => label)]),
  ]);

it('the chips of the filters match brand IDs, ignoring case', () => {
  const id = uuid(1);
  const options = optionsFrom({ brands: [{ id: id.toUpperCase(), label: 'Acme' }] });
  const chips = chipsOf(options, searchOf({ brand: id, competitorId: id }));
  expect(chips.map(({ label, isListed }) => [label, isListed])).toEqual([
    ['Acme', true],
    ['Acme', true],
  ]);
});

it('a region that the service does not list has a readable label, and its code if another region has the same one', () => {
  const labelsOf = (regions: object[]) =>
    chipsOf(
      optionsFrom({ regions }),
      searchOf({ region: ['NZ:auckland', 'NZ:bay-of-plenty'] }),
    ).map(({ label, isListed }) => [label, isListed]);
  const unlisted = ['New Zealand · Bay of Plenty', false];
  expect(labelsOf([])).toEqual([['New Zealand · Auckland', false], unlisted]);
  expect(labelsOf([{ code: 'NZ:Auckland', label: 'New Zealand · Auckland' }])).toEqual([
    ['New Zealand · Auckland (NZ:auckland)', false],
    unlisted,
  ]);
});

describe('the region UK', () => {
  const gb = { code: 'GB', label: 'United Kingdom' };
  const uk = { code: 'UK', label: 'United Kingdom (UK)' };
  const chipOf = (regions: object[]) => {
    const options = optionsFrom({ regions });
    const search = withListedRegions(searchOf({ region: ['UK', 'DE'] }), options);
    const [chip] = chipsOf(options, search);
    return chip && [chip.value, chip.label, chip.isListed, chip.remainingSearch.region];
  };

  it('is the listed option GB', () => {
    expect(chipOf([gb])).toEqual(['GB', 'United Kingdom', true, ['DE']]);
    expect(chipOf([{ code: 'GB:London', label: 'London' }])).toEqual([
      'GB',
      'United Kingdom',
      true,
      ['DE'],
    ]);
  });

  it('stays UK if the service lists it, or neither', () => {
    expect(chipOf([gb, uk])).toEqual(['UK', 'United Kingdom (UK)', true, ['DE']]);
    expect(chipOf([{ code: 'DE', label: 'Germany' }])).toEqual([
      'UK',
      'United Kingdom',
      false,
      ['DE'],
    ]);
  });

  it('counts once beside GB', () => {
    const search = searchOf({ region: ['GB', 'UK'] });
    expect(withListedRegions(search, optionsFrom({ regions: [gb] })).region).toEqual(['GB']);
    expect(withListedRegions(search, null)).toBe(search);
  });
});

describe('the filter groups', () => {
  it('include only those with options, and divide platforms by method', () => {
    const options = optionsFrom({
      models: [
        { id: 'claude_api', name: 'Claude', method: 'api' },
        { id: 'chatgpt_app', name: 'ChatGPT', method: 'web' },
        { id: 'oracle', name: 'Oracle', method: 'smoke' },
        { id: 'gemini_app', name: 'Gemini', method: null },
      ],
      regions: [{ code: 'DE:Berlin', label: null }],
      tags: null,
    });
    expect(shapeOf(options)).toEqual([
      ['AI platforms', ['Website', 'ChatGPT', 'Gemini'], ['API', 'Claude'], ['Other', 'Oracle']],
      ['Regions', [null, 'DE:Berlin']],
    ]);
    expect(shapeOf(optionsFrom({}))).toEqual([]);
  });

  it('show the value after a label that several values share, and in place of a missing label', () => {
    const tags = [
      { value: 'a', label: 'Same' },
      { value: 'b', label: 'Same' },
      { value: 'b', label: 'Again' },
      { value: 'c', label: '  ' },
      { value: '', label: 'Nothing' },
    ];
    expect(shapeOf(optionsFrom({ tags }))).toEqual([['Tags', [null, 'Same (a)', 'Same (b)', 'c']]]);
  });

  it('contain only the chosen values until the options have loaded, with platforms shown by name', () => {
    expect(shapeOf(null, { platform: ['perplexity_app', 'claude_api'], tag: 'price' })).toEqual([
      ['AI platforms', ['Website', 'Perplexity'], ['API', 'Claude API']],
      ['Tags', [null, 'price']],
    ]);
    const [chip] = chipsOf(null, searchOf({ tag: 'price' }));
    expect(chip).toMatchObject({ label: 'price', isListed: true });
  });

  it('mark unlisted values, except a country whose areas are listed', () => {
    const options = optionsFrom({ regions: [{ code: 'US:Ohio', label: 'Ohio' }] });
    const [group] = groupsOf(options, searchOf({ region: ['US', 'FR'] }));
    expect(group?.sections[0]?.options).toEqual([
      { value: 'US:Ohio', label: 'Ohio', isListed: true, isExtra: false },
      { value: 'US', label: 'United States', isListed: true, isExtra: true },
      { value: 'FR', label: 'France', isListed: false, isExtra: true },
    ]);
  });

  it('are narrowed to options that contain all words in any order, and unchanged if the title contains the text', () => {
    const options = optionsFrom({
      regions: [
        { code: 'US:Ohio', label: 'Ohio' },
        { code: 'US:New York', label: 'New York' },
        { code: 'DE', label: 'Germany' },
      ],
    });
    const [group] = groupsOf(options, searchOf({}));
    if (!group) throw new Error('There is no group of regions.');
    const labelsFor = (typed: string) =>
      narrowGroup(group, typed).flatMap((section) => section.options.map(({ label }) => label));
    expect(labelsFor('us:')).toEqual(['Ohio', 'New York']);
    expect(labelsFor('york new')).toEqual(['New York']);
    expect(labelsFor('york  us:')).toEqual(['New York']);
    expect(labelsFor('york ohio')).toEqual([]);
    expect(labelsFor('germ')).toEqual(['Germany']);
    expect(labelsFor('tag')).toEqual([]);
    expect(narrowGroup(group, 'region')).toBe(group.sections);
    expect(narrowGroup(group, '')).toBe(group.sections);
  });
});

describe('chosen values', () => {
  it('keep the order of the list, with unlisted values last', () => {
    expect(toggleIn(['new', 'c'], 'a', true, ['a', 'b', 'c'])).toEqual(['a', 'c', 'new']);
    expect(toggleIn(['a', 'new', 'c'], 'new', false, ['a', 'b', 'c'])).toEqual(['a', 'c']);
  });

  it('are cleared without changing metric, grouping, brand, dates or zone', () => {
    const otherParameters = {
      metric: 'gap',
      groupBy: 'region',
      brandId: uuid(2),
      range: '30d',
      zone: 'UTC',
    };
    const filters = {
      promptId: uuid(3),
      tag: 't',
      category: 'c',
      product: 'p',
      persona: 'q',
      stage: 's',
      brandMention: 'mentions_tracked_brand',
      platform: 'claude_api',
      region: 'US',
      brand: uuid(4),
      competitorId: uuid(5),
    };
    expect(withoutFilters(searchOf({ ...otherParameters, ...filters }))).toEqual(
      searchOf(otherParameters),
    );
    expect(chipsOf(null, searchOf({ ...otherParameters, ...filters }))).toHaveLength(11);
  });
});
