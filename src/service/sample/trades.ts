import type { PromptPlan } from './plan.ts';
import { createTradeSubject } from './wording/subjects.ts';

/** What the prompts of a small site ask for, as a singular and a plural noun, and what a provider offers. */
export interface Trade {
  singularTopic: string;
  topic: string;
  range: string;
}

/** The trades of the small clients. */
export const trades: readonly (Trade & { name: string; industry: string })[] = [
  {
    name: 'Dental',
    industry: 'Healthcare',
    singularTopic: 'dental practice',
    topic: 'dental practices',
    range: 'treatments',
  },
  {
    name: 'Cycles',
    industry: 'Retail',
    singularTopic: 'bicycle shop',
    topic: 'bicycle shops',
    range: 'bicycles',
  },
  {
    name: 'Roasters',
    industry: 'Food and drink',
    singularTopic: 'coffee roaster',
    topic: 'coffee roasters',
    range: 'coffees',
  },
];

/** Converts a name to a part of a URL: `cafe-lumo-shop` for `Café Lumo Shop`. */
export const toSlug = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

const toStages = (value: string) => [
  { value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` },
];

/** Creates the prompts of a small site. */
export function createPromptsAbout(
  { singularTopic, topic, range }: Trade,
  brand: string,
): PromptPlan[] {
  const subject = createTradeSubject(toSlug(topic), topic, range);
  return [
    {
      text: `What is the best ${singularTopic}?`,
      category: 'Category',
      tags: ['best-of'],
      journeyStages: toStages('discover'),
      subject,
    },
    {
      text: `How do I choose the right ${singularTopic}?`,
      category: 'Category',
      tags: ['advice'],
      journeyStages: toStages('compare'),
      subject,
    },
    {
      text: `Is ${brand} any good?`,
      category: 'Brand',
      tags: ['reviews'],
      journeyStages: toStages('buy'),
      subject,
    },
    {
      text: `What does a good ${singularTopic} cost?`,
      category: 'Category',
      tags: ['price'],
      journeyStages: toStages('buy'),
      subject,
    },
  ];
}
