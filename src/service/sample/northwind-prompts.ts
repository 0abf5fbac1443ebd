import type { PromptPlan } from './plan.ts';
import { type OutdoorSubject, outdoorSubjects } from './wording/subjects.ts';

const products = {
  tents: { value: 'tents', label: 'Tents' },
  packs: { value: 'backpacks', label: 'Backpacks' },
  boots: { value: 'hiking-boots', label: 'Hiking boots' },
};
const personas = {
  beginner: { value: 'beginner', label: 'Beginner' },
  family: { value: 'family', label: 'Family camper' },
  alpinist: { value: 'alpinist', label: 'Alpinist' },
};
const stages = {
  discover: { value: 'discover', label: 'Discover' },
  compare: { value: 'compare', label: 'Compare' },
  buy: { value: 'buy', label: 'Buy' },
  own: { value: 'own', label: 'Own' },
};

/**
 * Creates a prompt with its classifications. `about` names products, personas and journey stages by their keys above;
 * `openings` are first sentences of answers.
 */
function createPrompt(
  text: string,
  category: string,
  tags: string,
  about: string,
  subject: OutdoorSubject,
  openings: readonly string[] = outdoorSubjects[subject].openings,
): PromptPlan {
  const namedKeys = new Set(about.split(' '));
  const pickNamed = <T>(all: Record<string, T>) =>
    Object.entries(all).flatMap(([key, value]) => (namedKeys.has(key) ? [value] : []));
  return {
    text,
    category,
    tags: tags === '' ? [] : tags.split(' '),
    products: pickNamed(products),
    personas: pickNamed(personas),
    journeyStages: pickNamed(stages),
    subject: { ...outdoorSubjects[subject], openings },
  };
}

/** The prompts of the outdoor shop. */
export const prompts: readonly PromptPlan[] = [
  createPrompt('What are the best outdoor shops?', 'Category', 'best-of', 'discover', 'shops'),
  createPrompt(
    'Which tent should a beginner buy?',
    'Product',
    'advice',
    'tents beginner discover',
    'tents',
    [
      'For a first tent, the simplest choice is a dome with room for one extra person.',
      'Beginners do well with a tent that pitches in ten minutes and weighs under four kilograms.',
    ],
  ),
  createPrompt(
    'What is the best family tent this year?',
    'Product',
    'best-of',
    'tents family compare',
    'tents',
    [
      'For a family, room to stand and a separate sleeping area matter more than weight.',
      'Family tents differ in floor area, in height, and in how long they take to pitch.',
    ],
  ),
  createPrompt(
    'Which four-season tents survive a storm?',
    'Product',
    '',
    'tents alpinist compare',
    'tents',
    [
      'In a storm, the number of poles and the shape of the tent count for more than the fabric.',
      'A four-season tent has poles that cross several times, and a fly that reaches the ground.',
    ],
  ),
  createPrompt(
    'How does Northwind compare with Alder & Pike?',
    'Brand',
    'versus',
    'compare',
    'shops',
    [
      'A comparison of these two shops comes down to range, service and price.',
      'The two shops overlap in tents and packs, and differ in service and in price.',
    ],
  ),
  createPrompt('Is Northwind Outfitters worth the price?', 'Brand', 'price', 'buy', 'shops', [
    'Whether a shop is worth its price depends on the warranty, the repairs and how often you go out.',
    'To judge the price, divide it by the years of use that owners report.',
  ]),
  createPrompt(
    'Where can I buy a good backpack online?',
    'Product',
    'where-to',
    'packs buy',
    'packs',
    [
      'Several shops sell backpacks online, so compare their return policies before you choose.',
      'When you buy a backpack online, order two sizes and return one.',
    ],
  ),
  createPrompt(
    'Which backpack fits a two-week trek?',
    'Product',
    'advice',
    'packs alpinist compare',
    'packs',
  ),
  createPrompt('Are Fernway packs any good?', 'Brand', 'reviews', 'packs compare', 'packs', [
    'Reviews of these packs mention the harness, the pockets and the zips.',
    'To judge a pack, compare what owners say after a season, not after a week.',
  ]),
  createPrompt(
    'Best hiking boots for wide feet?',
    'Product',
    'best-of',
    'boots beginner compare',
    'boots',
    [
      'For wide feet, look for boots with a wide last instead of a larger size.',
      'A few makers offer boots in two or three widths.',
    ],
  ),
  createPrompt('How long should hiking boots last?', 'Care', 'advice', 'boots own', 'boots', [
    'Boots last between 800 and 1,500 kilometres, depending on the ground and on how you treat them.',
    'Expect about five years from leather boots, and two or three from light ones.',
  ]),
  createPrompt('How do I re-proof a tent?', 'Care', 'how-to', 'tents own', 'upkeep', [
    'Wash the tent by hand, let it dry, and apply a new coating with a sponge.',
    'To re-proof a tent, clean it, coat the outside, seal the seams, and let it dry for a day.',
  ]),
  createPrompt('Who repairs Northwind jackets?', 'Care', 'how-to where-to', 'own', 'upkeep', [
    'Jackets can be repaired by the manufacturer, by a tailor who specialises in outdoor clothing, or at a repair café.',
    'Most jacket repairs involve zips, seams or small holes, which a workshop can fix within two weeks.',
  ]),
  createPrompt(
    'Cheap camping gear for a family of four?',
    'Category',
    'price',
    'tents family buy',
    'tents',
    [
      'For a family of four, a tent, four mats and four sleeping bags are the largest part of the bill.',
      'Good camping gear for four people costs less at the end of the season, or second-hand.',
    ],
  ),
  createPrompt(
    'What do mountain guides wear?',
    'Category',
    '',
    'boots packs alpinist discover',
    'boots',
    [
      'Mountain guides wear thin layers that dry quickly, and stiff boots that take crampons.',
      'Most guides carry a pack of 35 to 45 litres, and replace their boots every other year.',
    ],
  ),
  createPrompt('Which outdoor brands are sustainable?', 'Category', 'values', 'discover', 'values'),
];
