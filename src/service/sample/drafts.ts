import { capitalise } from '../../figures/text/capitalise.ts';
import type { PlannedAnswer } from './answers.ts';
import { type Assessment, createAssessmentFinder, type Predicate } from './assessments.ts';
import type { Draft } from './layouts.ts';
import type { BrandPlan, SitePlan } from './plan.ts';
import { english } from './wording/english.ts';
import { german } from './wording/german.ts';
import type { Subject } from './wording/language.ts';

/** The number of sentences of advice, by the number of mentioned brands. */
const adviceByMentions = [5, 3, 2, 1];
/** The maximum number of words about each brand, by the number of mentioned brands. */
const maxWordsByMentions = [0, 40, 28, 20, 15, 13];
/** The maximum number of words about each brand if more than five are mentioned. */
const maxWordsAmongMany = 10;

type Wording = Omit<Draft, 'citations' | 'source'>;

function pickOne(list: readonly string[], chance: () => number): string {
  return list[Math.floor(chance() * list.length)] ?? '';
}

/** Picks consecutive entries of a list from a random start, wrapping around at the end. */
function pickSeveral(list: readonly string[], count: number, chance: () => number): string[] {
  const from = Math.floor(chance() * list.length);
  return [...list.slice(from), ...list.slice(0, from)].slice(0, count);
}

const wordsOf = (assessment: Assessment) =>
  assessment.reduce((sum, { wordCount }) => sum + wordCount, 0);

/** Chooses an assessment of at most `maxWords` words without used predicates; the shortest one if none fits. */
function chooseAssessment(
  assessments: readonly Assessment[],
  used: ReadonlySet<Predicate>,
  maxWords: number,
  chance: () => number,
): Assessment {
  const from = Math.floor(chance() * assessments.length);
  const fits = (assessment: Assessment) =>
    wordsOf(assessment) <= maxWords && !assessment.some((predicate) => used.has(predicate));
  return (
    assessments.slice(from).find(fits) ??
    assessments.slice(0, from).find(fits) ??
    assessments.toSorted((a, b) => wordsOf(a) - wordsOf(b))[0] ??
    []
  );
}

/** A brand's name in sentences after the first one about it. */
const shortestNameOf = ({ name, aliases }: BrandPlan): string =>
  aliases.reduce((a, b) => (b.length < a.length ? b : a), name);

/** Creates a function that writes the wording of an answer in English. */
export function createEnglishWriter() {
  const assessmentsOf = createAssessmentFinder();

  return (
    site: SitePlan,
    { mentions }: PlannedAnswer,
    { openings, advice, range, topic }: Subject,
    chance: () => number,
  ): Wording => {
    const used = new Set<Predicate>();
    const maxWords = maxWordsByMentions[mentions.length] ?? maxWordsAmongMany;
    const assessments = mentions.flatMap(({ brandIndex, sentiment }) => {
      const plan = site.brands[brandIndex];
      if (!plan || sentiment === null) return [];
      const assessment = chooseAssessment(assessmentsOf(sentiment), used, maxWords, chance);
      if (assessment.length === 0) throw new Error(`No sentences have the sentiment ${sentiment}.`);
      const shortName = shortestNameOf(plan);
      const sentences = assessment.map((predicate, index) => {
        used.add(predicate);
        const text = predicate.text.replaceAll('{range}', range);
        return `${index === 0 ? plan.name : shortName} ${text}.`;
      });
      return [{ brand: plan.name, sentences }];
    });
    return {
      phrases: english,
      title: capitalise(topic.en),
      opening: pickOne(openings, chance),
      assessments,
      advice: pickSeveral(advice, adviceByMentions[mentions.length] ?? 0, chance),
      closing: pickOne(english.closings, chance),
    };
  };
}

/** Writes the wording of an answer in German, in which sentiment is not measured. */
export function writeInGerman(
  site: SitePlan,
  { mentions }: PlannedAnswer,
  subject: Subject,
  chance: () => number,
): Wording {
  const topic = subject.topic.de ?? german.topic;
  const sentences = pickSeveral(german.assessments, german.assessments.length, chance);
  const assessments = mentions.map(({ brandIndex }, index) => {
    const name = site.brands[brandIndex]?.name ?? '';
    const sentence = sentences[index % sentences.length] ?? '';
    return { brand: name, sentences: [sentence.replace('{brand}', () => name)] };
  });
  return {
    phrases: german,
    title: capitalise(topic),
    opening: capitalise(pickOne(german.openings, chance).replace('{topic}', topic)),
    assessments,
    advice: pickSeveral(german.advice, 1 + (adviceByMentions[mentions.length] ?? 0), chance),
    closing: pickOne(german.closings, chance),
  };
}
