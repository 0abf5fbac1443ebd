import { scoreOf } from '../measure/sentiment.ts';
import { sentimentScale } from '../records/answer.ts';
import {
  complaints,
  complaintTails,
  neutralStatements,
  neutralTails,
  praise,
  praiseTails,
} from './wording/english.ts';

/** What follows a brand's name in a sentence. */
export interface Predicate {
  text: string;
  /** What its head and its tail are about. */
  topics: readonly string[];
  wordCount: number;
}
/** Predicates of sentences about a brand, chosen so that the mean of their sentiments is the target. */
export type Assessment = readonly Predicate[];

/** The number of assessments for one sentiment after which no further pairs of scores are tried. */
const enoughAssessments = 60;
/** The maximum number of assessments with the same two scores, for variety. */
const maxAssessmentsPerScores = 12;

const prependConjunction = (conjunction: string, halves: readonly string[]) =>
  halves.map((half) => `${conjunction} ${half}`);
const commonTails = [
  '',
  ...neutralTails.map((half) => (half.startsWith('and ') ? `, ${half}` : ` ${half}`)),
];
const tailsOfPraise = [
  ...commonTails,
  ...prependConjunction(', and', praiseTails),
  ...prependConjunction(', but', complaintTails),
  ...prependConjunction(', although', complaintTails),
];
const tailsOfComplaints = [
  ...commonTails,
  ...prependConjunction(', and', complaintTails),
  ...prependConjunction(', but', praiseTails),
  ...prependConjunction(', although', praiseTails),
];

/** The topics of a head or tail; the text itself if no topic is recognised. */
const topicsOf = (half: string): string[] =>
  half.match(
    /price|value|website|staff|customer|terms|support|advice|repl|answers|review|comparison|lists|choice|market|\{range\}/g,
  ) ?? [half];

/**
 * Creates predicates from about half of all combinations of a head and a tail. They cover nearly every sentiment, and
 * measuring all combinations would take twice as long.
 */
function createPredicates(): Predicate[] {
  const approving = [...praise, ...neutralStatements];
  return [...approving, ...complaints].flatMap((head, headIndex) =>
    (headIndex < approving.length ? tailsOfPraise : tailsOfComplaints)
      .filter((_, tailIndex) => tailIndex === 0 || (headIndex + tailIndex) % 2 === 0)
      .map((tail) => {
        const text = `${head}${tail}`;
        const topics = [...topicsOf(head), ...(tail === '' ? [] : topicsOf(tail))];
        return { text, topics, wordCount: text.split(' ').length };
      })
      .filter((predicate) => !isRepetitive([predicate])),
  );
}

/** Whether halves of an assessment's sentences share a topic, and so may repeat or contradict each other. */
const isRepetitive = (assessment: Assessment): boolean => {
  const topics = assessment.flatMap((predicate) => predicate.topics);
  return new Set(topics).size < topics.length;
};

/**
 * Creates a function that finds assessments whose measured sentiment is exactly the target, 0–100 with one decimal:
 * two English sentences, or three if no two fit. It always finds some for targets from 20 to 90; most words are too
 * weak for more extreme targets. The brand's name must have no sentiment of its own, as "Fitness" would.
 */
export function createAssessmentFinder(): (sentiment: number) => readonly Assessment[] {
  const byScore = Map.groupBy(createPredicates(), ({ text }) => scoreOf(`Brand ${text}.`));
  const scores = [...byScore.keys()].sort((a, b) => a - b);
  const cache = new Map<number, readonly Assessment[]>();
  const combine = (pair: readonly number[]): Assessment[] =>
    pair.reduce<Assessment[]>(
      (assessments, score) =>
        assessments
          .flatMap((assessment) => (byScore.get(score) ?? []).map((next) => [...assessment, next]))
          .filter((assessment) => !isRepetitive(assessment))
          .slice(0, maxAssessmentsPerScores),
      [[]],
    );

  /** Finds assessments of two predicates whose scores have this sum, starting with the scores that differ least. */
  function findPairs(sum: number): Assessment[] {
    const pairs: Assessment[] = [];
    for (const lowerScore of scores.filter((score) => 2 * score <= sum).reverse()) {
      if (byScore.has(sum - lowerScore)) pairs.push(...combine([lowerScore, sum - lowerScore]));
      if (pairs.length >= enoughAssessments) break;
    }
    return pairs;
  }

  function findTriples(targetScore: number): Assessment[] {
    const distanceOf = (score: number) => Math.abs(score - targetScore);
    for (const score of scores.toSorted((a, b) => distanceOf(a) - distanceOf(b))) {
      const triples = findPairs(3 * targetScore - score)
        .flatMap((pair) => (byScore.get(score) ?? []).slice(0, 3).map((first) => [first, ...pair]))
        .filter((assessment) => !isRepetitive(assessment));
      if (triples.length > 0) return triples;
    }
    return [];
  }

  return (sentiment) => {
    const targetScore = Math.round(sentiment * sentimentScale);
    let assessments = cache.get(targetScore);
    if (!assessments) {
      assessments = findPairs(2 * targetScore);
      if (assessments.length === 0) assessments = findTriples(targetScore);
      cache.set(targetScore, assessments);
    }
    return assessments;
  };
}
