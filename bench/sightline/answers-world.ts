import type { Citation } from '../../src/service/records/answer.ts';
import { type AnswerRecord, noEvidence } from '../../src/service/store/store.ts';
import { createCatalogue, createPlainAnswers, toAnswerRecord } from '../service/world.ts';
import { createAnswerWriter } from './answer-texts.ts';
import type { World } from './worlds.ts';

/** Each answer of the service's benchmark appears in two runs of its scan. */
const runs = [1, 2];
/** Together these scans have a million answers. */
export const scanCount = 278;
/** A word in few answers, one in none, a pair of common words and a pair of less common ones. */
export const words = {
  rare: 'quernstone',
  missing: 'zyzzogeton',
  common: ['answers', 'service'],
  uncommon: ['keyboard', 'backup'],
} as const;

const prompts = 60;
const domainCount = 2_000;
const pagesPerPrompt = 60;
const citationsPerAnswer = 5;

interface Page extends Citation {
  domain: string;
}

/** Draws an integer that is at least 0 and less than `below`; smaller ones are more frequent. */
const drawSkewed = (random: (below: number) => number, below: number) =>
  Math.floor(below * (random(1_000_000) / 1_000_000) ** 3);

/**
 * One site whose scans have 3,600 answers each. An answer has about 1,500 bytes, and five citations from the sixty
 * pages that platforms cite for its prompt.
 */
export function createAnswersWorld(scans: number): World {
  const writer = createAnswerWriter(prompts);
  const { random, names } = writer;
  const drawName = () => names[random(names.length)]?.toLowerCase() ?? '';
  const hosts = Array.from({ length: domainCount }, () => `${drawName()}-${drawName()}.example`);
  const pages = Array.from({ length: prompts }, () =>
    Array.from({ length: pagesPerPrompt }, (): Page => {
      const domain = hosts[drawSkewed(random, domainCount)] ?? '';
      const path = [drawName(), drawName(), drawName()].join('-');
      return { url: `https://www.${domain}/${path}`, title: `About ${path}`, domain };
    }),
  );
  const drawCitations = (prompt: number): Page[] =>
    Array.from({ length: citationsPerAnswer }, () => {
      const page = pages[prompt]?.[drawSkewed(random, pagesPerPrompt)];
      if (!page) throw new Error(`There is no prompt ${prompt}.`);
      return page;
    });

  return {
    catalogue: createCatalogue(scans),
    *answers() {
      for (let scan = 0; scan < scans; scan += 1) {
        for (const run of runs) {
          yield [...createPlainAnswers(scan)].map((answer): AnswerRecord => {
            const mentions = answer.brands.map((n) => `Brand ${n} is a good choice for that.`);
            if (random(20_000) === 0) mentions.push(`It comes with a ${words.rare}.`);
            const citations = drawCitations(answer.prompt);
            return {
              ...toAnswerRecord(answer),
              run,
              domains: citations.map(({ domain }) => domain),
              evidence: {
                ...noEvidence,
                text: writer.write(answer.prompt, mentions),
                citations: citations.map(({ url, title }) => ({ url, title })),
                model: 'model-1',
                searched: true,
              },
            };
          });
        }
      }
    },
  };
}
