import type { PromptPlan } from './plan.ts';
import { createTradeSubject } from './wording/subjects.ts';

/** What the prompts of a small site ask for, as a singular and a plural noun, and what a provider offers. */
export interface Trade {
  singular: string;
  plural: string;
  range: string;
}

/** The trades of the small clients. */
export const trades: readonly (Trade & { name: string; industry: string })[] = [
  {
    name: 'Dental',
    industry: 'Healthcare',
    singular: 'dental practice',
    plural: 'dental practices',
    range: 'treatments',
  },
  {
    name: 'Cycles',
    industry: 'Retail',
    singular: 'bicycle shop',
    plural: 'bicycle shops',
    range: 'bicycles',
  },
  {
    name: 'Roasters',
    industry: 'Food and drink',
    singular: 'coffee roaster',
    plural: 'coffee roasters',
    range: 'coffees',
  },
  {
    name: 'Travel',
    industry: 'Travel',
    singular: 'travel agent',
    plural: 'travel agents',
    range: 'trips',
  },
  {
    name: 'Interiors',
    industry: 'Home',
    singular: 'interior designer',
    plural: 'interior designers',
    range: 'designs',
  },
  {
    name: 'Software',
    industry: 'Technology',
    singular: 'payroll program',
    plural: 'payroll programs',
    range: 'reports',
  },
  {
    name: 'Legal',
    industry: 'Professional services',
    singular: 'law firm',
    plural: 'law firms',
    range: 'advice',
  },
  {
    name: 'Fitness',
    industry: 'Sport',
    singular: 'gym',
    plural: 'gyms',
    range: 'classes',
  },
  {
    name: 'Insurance',
    industry: 'Finance',
    singular: 'home insurer',
    plural: 'home insurers',
    range: 'policies',
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
  { singular, plural, range }: Trade,
  brand: string,
): PromptPlan[] {
  const subject = createTradeSubject(toSlug(plural), plural, range);
  return [
    {
      text: `What is the best ${singular}?`,
      category: 'Category',
      tags: ['best-of'],
      journeyStages: toStages('discover'),
      subject,
    },
    {
      text: `How do I choose the right ${singular}?`,
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
      text: `What does a good ${singular} cost?`,
      category: 'Category',
      tags: ['price'],
      journeyStages: toStages('buy'),
      subject,
    },
  ];
}
