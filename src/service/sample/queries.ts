import type { PlannedAnswer } from './answers.ts';
import type { Subject } from './wording/language.ts';

/** What platforms search for; `{topic}` stands for what the prompt is about. */
const wordings = {
  en: ['best {topic}', '{topic} comparison', '{topic} reviews', 'who sells {topic}'],
  de: ['{topic} Test', '{topic} Vergleich', '{topic} Erfahrungen', '{topic} kaufen'],
} as const;

interface QueryOptions {
  /** At most 4. */
  count: number;
  chance: () => number;
}

/** What a platform searched for to give an answer, in the answer's language. */
export function queriesOf(
  { language }: PlannedAnswer,
  { topic }: Subject,
  { count, chance }: QueryOptions,
): string[] {
  // Without a German topic, platforms search in English.
  const searchedTopic = topic[language] ?? topic.en;
  const templates = wordings[topic[language] === undefined ? 'en' : language];
  const first = Math.floor(chance() * templates.length);
  return [...templates.slice(first), ...templates.slice(0, first)]
    .slice(0, count)
    .map((template) => template.replace('{topic}', searchedTopic));
}
