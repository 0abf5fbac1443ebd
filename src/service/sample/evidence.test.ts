import { describe, expect, test } from 'vitest';
import { type PlatformId, platformIds } from '../../contract/enums.ts';
import { createMeasurer } from '../measure/measure.ts';
import { createMentionFinder, type Mention } from '../measure/mentions.ts';
import { sentimentScale } from '../records/answer.ts';
import { createAssessmentFinder } from './assessments.ts';
import { generateSampleRecords } from './records.ts';

const records = [...generateSampleRecords('2026-03-08')];
const answers = records.filter((record) => record.type === 'answer');
type Answer = (typeof answers)[number];
const brandsBySite = Map.groupBy(
  records.filter((record) => record.type === 'brand'),
  (brand) => brand.siteId,
);
const siteOfScan = new Map(
  records.flatMap((record) => (record.type === 'scan' ? [[record.id, record.siteId]] : [])),
);
const brandsOf = ({ scanId }: Answer) => brandsBySite.get(siteOfScan.get(scanId) ?? '') ?? [];
const answersFrom = (...platforms: PlatformId[]) =>
  answers.filter(({ platform }) => platforms.includes(platform));

/** Returns a function that calls `create` with the brands of an answer's site, once per site. */
function memoiseBySite<T>(
  create: (brands: ReturnType<typeof brandsOf>) => T,
): (answer: Answer) => T {
  const cache = new Map<string | undefined, T>();
  return (answer) => {
    const siteId = siteOfScan.get(answer.scanId);
    const created = cache.get(siteId) ?? create(brandsOf(answer));
    cache.set(siteId, created);
    return created;
  };
}

describe('the text of an answer', () => {
  test('mentions exactly the planned brands', () => {
    const finderOf = memoiseBySite(createMentionFinder);
    const faulty = answers.filter((answer) => {
      const foundIds = finderOf(answer)(answer.text).map(({ brandId }) => brandId);
      const plannedIds = answer.mentions.map(({ brandId }) => brandId).sort();
      return foundIds.join() !== plannedIds.join();
    });
    expect(faulty).toEqual([]);
  });

  test('conveys exactly the planned sentiments', () => {
    const measurerOf = memoiseBySite(createMeasurer);
    const faulty = answers.filter((answer) => {
      const { brandIds, sentiments } = measurerOf(answer).measure(answer.text);
      return answer.mentions.some((mention) => {
        const planned = 'sentiment' in mention ? mention.sentiment * sentimentScale : null;
        const measured = sentiments[brandIds.indexOf(mention.brandId)];
        return measured !== (planned === null ? null : Math.round(planned));
      });
    });
    expect(answers.length).toBeGreaterThan(30_000);
    expect(faulty).toEqual([]);
  });

  test('names the tracked brand first in some answers and another one in others', () => {
    const finderOf = memoiseBySite(createMentionFinder);
    const startOf = ({ ranges }: Mention) => ranges[0]?.[0] ?? 0;
    const firstRoles = answers.flatMap((answer) => {
      const mentions = finderOf(answer)(answer.text).toSorted((a, b) => startOf(a) - startOf(b));
      const [first] = mentions;
      const role = brandsOf(answer).find(({ id }) => id === first?.brandId)?.role;
      return mentions.length > 1 && role ? [role] : [];
    });
    const share = firstRoles.filter((role) => role === 'tracked').length / firstRoles.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.6);
  });

  test('has 40 to 120 words, with few exceptions', () => {
    const lengths = answers.map(({ text }) => text.split(/\s+/).length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length * 0.02)]).toBeGreaterThanOrEqual(40);
    expect(lengths[Math.floor(lengths.length * 0.97)]).toBeLessThanOrEqual(120);
    expect(lengths.at(-1)).toBeLessThan(200);
  });

  test('has no unfilled placeholder and no HTML', () => {
    expect(answers.filter(({ text }) => /[<>{}]|undefined|null/.test(text))).toEqual([]);
  });

  test('does not repeat a sentence', () => {
    const repeating = answers.filter(({ text }) => {
      const sentences = text.split(/[\n.]/).filter((sentence) => sentence.trim() !== '');
      return new Set(sentences).size < sentences.length;
    });
    expect(repeating).toEqual([]);
  });
});

test('every sentiment from 24 to 88, in tenths, can be expressed exactly', () => {
  const assessmentsOf = createAssessmentFinder();
  const { measure } = createMeasurer([{ id: 'a', aliases: ['Fernway'] }]);
  const sentiments = Array.from({ length: 641 }, (_, tenths) => (240 + tenths) / 10);
  const faulty = sentiments.filter((sentiment) => {
    const [first = []] = assessmentsOf(sentiment);
    const text = first.map((predicate) => `Fernway ${predicate.text}.`).join(' ');
    return measure(text).sentiments[0] !== Math.round(sentiment * sentimentScale);
  });
  expect(faulty).toEqual([]);
});

describe('the style of a platform', () => {
  const styleCases: [string, RegExp, PlatformId[]][] = [
    ['bullets with names in bold', /^- .*\*\*[^*]+\*\*/m, ['chatgpt_api', 'chatgpt_app']],
    ['headings', /^### .+\n\n/m, ['gemini_api', 'gemini_app']],
    ['citation numbers', / \[1\]\./, ['perplexity_app', 'perplexity_sonar_pro']],
    ['a bold summary and a numbered list', /^\*\*.+\*\*\n\n1\. /, ['google_ai_mode_app']],
    [
      'one paragraph and at most two bullets',
      /^[^#*[\n-][^\n]+(\n\n- [^\n]+(\n- [^\n]+)?)?$/,
      ['google_ai_summaries_app'],
    ],
    ['bullets below a bold line', /\n\n\*\*[^*]+\*\*\n\n- /, ['microsoft_copilot_app']],
  ];
  test.each(styleCases)('uses %s', (_, pattern, platforms) => {
    const mentioningAnswers = answersFrom(...platforms).filter(
      ({ mentions }) => mentions.length > 0,
    );
    expect(mentioningAnswers.length).toBeGreaterThan(100);
    expect(mentioningAnswers.map(({ text }) => text).filter((text) => !pattern.test(text))).toEqual(
      [],
    );
  });

  test('is prose without markup for Claude', () => {
    const fromClaude = answersFrom('claude_api');
    expect(fromClaude.filter(({ text }) => /[*#[]|^[-\d]/m.test(text))).toEqual([]);
  });

  test('refers only to citations that the answer has', () => {
    const faulty = answersFrom('perplexity_app', 'perplexity_sonar_pro').filter((answer) =>
      [...answer.text.matchAll(/\[(\d+)\]/g)].some(([, n]) => Number(n) > answer.citations.length),
    );
    expect(faulty).toEqual([]);
  });
});

describe('the searches of an answer', () => {
  test('exist only if the platform searched and says for what', () => {
    const searching: PlatformId[] = [
      'perplexity_sonar_pro',
      'chatgpt_app',
      'google_ai_mode_app',
      'perplexity_app',
    ];
    for (const { platform, searched, queries, retrieved } of answers) {
      const isKnown = searched && searching.includes(platform);
      expect(queries.length > 0).toBe(isKnown);
      if (!isKnown) expect(retrieved).toEqual([]);
      expect(new Set(queries).size).toBe(queries.length);
    }
  });

  test('find up to three pages of websites that the answer does not cite', () => {
    const hostsOf = (sources: readonly { url: string }[]) =>
      sources.map(({ url }) => new URL(url).host);
    const counts = new Set<number>();
    for (const { citations, retrieved } of answers) {
      const hosts = new Set([...hostsOf(citations), ...hostsOf(retrieved)]);
      expect(hosts.size).toBe(citations.length + retrieved.length);
      counts.add(retrieved.length);
    }
    expect([...counts].sort()).toEqual([0, 1, 2, 3]);
  });
});

describe('the citations of an answer', () => {
  const searchEngines: PlatformId[] = [
    'perplexity_app',
    'perplexity_sonar_pro',
    'google_ai_summaries_app',
    'google_ai_mode_app',
  ];

  test('exist only if the platform searched', () => {
    expect(answers.filter((a) => !a.searched && a.citations.length > 0)).toEqual([]);
  });

  test('exist for all answers from search engines, some from chat apps, and none from three APIs', () => {
    expect(
      answersFrom('claude_api', 'chatgpt_api', 'gemini_api').filter((a) => a.citations.length > 0),
    ).toEqual([]);
    expect(answersFrom(...searchEngines).filter((a) => a.citations.length === 0)).toEqual([]);
    for (const platform of ['chatgpt_app', 'gemini_app'] as const) {
      expect(new Set(answersFrom(platform).map((a) => a.citations.length > 0)).size).toBe(2);
    }
  });

  test('are at most six, from different websites, all under the reserved domain .example', () => {
    for (const { citations } of answers) {
      const hosts = citations.map(({ url }) => new URL(url).host);
      expect(hosts.length).toBeLessThanOrEqual(6);
      expect(new Set(hosts).size).toBe(hosts.length);
      expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([]);
    }
  });

  const cites = (names: readonly string[], { citations }: Answer) =>
    citations.some(({ url }) => names.some((name) => new URL(url).host.endsWith(name)));
  const mentionsRole = (role: string, answer: Answer) => {
    const ids = brandsOf(answer).flatMap((brand) => (brand.role === role ? [brand.id] : []));
    return answer.mentions.some(({ brandId }) => ids.includes(brandId));
  };

  test('include pages of tracked brands and competitors, mentioned or not', () => {
    const domainsOf = (role: string, answer: Answer) =>
      brandsOf(answer).flatMap((brand) => (brand.role === role ? brand.domains : []));
    for (const role of ['tracked', 'competitor']) {
      const citing = answers.filter((answer) => cites(domainsOf(role, answer), answer));
      expect(new Set(citing.map((answer) => mentionsRole(role, answer))).size).toBe(2);
    }
  });

  test('never include pages of the High Ground Review if the answer mentions a tracked brand', () => {
    const highGroundAnswers = answers.filter((a) => cites(['highground-review.example'], a));
    expect(highGroundAnswers.length).toBeGreaterThan(100);
    expect(highGroundAnswers.filter((answer) => mentionsRole('tracked', answer))).toEqual([]);
  });
});

test('one platform has answers from two models, and another does not name its model', () => {
  const models = new Map(
    platformIds.map((id) => [id, new Set(answersFrom(id).map(({ model }) => model))]),
  );
  expect(models.get('chatgpt_app')).toEqual(new Set(['gpt-sample-5-chat', 'gpt-sample-6-chat']));
  expect(models.get('google_ai_summaries_app')).toEqual(new Set(['']));
});

test('recommendations have all three statuses, and bodies of at least 50 characters', () => {
  const recommendations = records.filter((record) => record.type === 'recommendation');
  expect(new Set(recommendations.map(({ status }) => status))).toEqual(
    new Set(['Open', 'In progress', 'Done']),
  );
  expect(recommendations.filter(({ body }) => body.length < 50)).toEqual([]);
});
