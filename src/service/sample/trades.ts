import type { PromptPlan } from './plan.ts';
import { createTradeSubject } from './wording/subjects.ts';

/** What the prompts of a small site ask for, in the singular and plural, and what a provider offers. */
export interface Trade {
  thing: string;
  things: string;
  range: string;
}

/** The trades of the small clients. */
export const trades: readonly (Trade & { name: string; industry: string })[] = [
  {
    name: 'Dental',
    industry: 'Healthcare',
    thing: 'dental practice',
    things: 'dental practices',
    range: 'treatments',
  },
  {
    name: 'Cycles',
    industry: 'Retail',
    thing: 'bicycle shop',
    things: 'bicycle shops',
    range: 'bicycles',
  },
  {
    name: 'Roasters',
    industry: 'Food and drink',
    thing: 'coffee roaster',
    things: 'coffee roasters',
    range: 'coffees',
  },
  {
    name: 'Travel',
    industry: 'Travel',
    thing: 'travel agent',
    things: 'travel agents',
    range: 'trips',
  },
  {
    name: 'Interiors',
    industry: 'Home',
    thing: 'interior designer',
    things: 'interior designers',
    range: 'designs',
  },
  {
    name: 'Software',
    industry: 'Technology',
    thing: 'payroll program',
    things: 'payroll programs',
    range: 'reports',
  },
  {
    name: 'Legal',
    industry: 'Professional services',
    thing: 'law firm',
    things: 'law firms',
    range: 'advice',
  },
  {
    name: 'Fitness',
    industry: 'Sport',
    thing: 'gym',
    things: 'gyms',
    range: 'classes',
  },
  {
    name: 'Insurance',
    industry: 'Finance',
    thing: 'home insurer',
    things: 'home insurers',
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
export function createPromptsAbout({ thing, things, range }: Trade, brand: string): PromptPlan[] {
  const subject = createTradeSubject(toSlug(things), things, range);
  return [
    {
      text: `What is the best ${thing}?`,
      category: 'Category',
      tags: ['best-of'],
      journeyStages: toStages('discover'),
      subject,
    },
    {
      text: `How do I choose the right ${thing}?`,
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
      text: `What does a good ${thing} cost?`,
      category: 'Category',
      tags: ['price'],
      journeyStages: toStages('buy'),
      subject,
    },
  ];
}
