import type { Subject } from './language.ts';

/** What the prompts of the outdoor shop are about. */
export const outdoorSubjects = {
  shops: {
    slug: 'outdoor-shops',
    topic: {
      en: 'outdoor shops',
      de: 'Outdoor-Geschäfte',
    },
    range: 'outdoor gear',
    openings: [
      'The right outdoor shop depends on what you need: advice, a wide choice, or a low price.',
      'Outdoor shops differ most in their advice, their own brands and their return policies.',
    ],
    advice: [
      'Shops with a workshop can replace a zip or a buckle years after the purchase.',
      'Look at the return period, since a boot or a pack only shows its fit after a day of walking.',
      'Independent tests compare weight, material and price per year of use.',
      'Local shops let you try a loaded pack before you decide.',
      'Prices fall at the end of each season, usually in March and in September.',
      'A shop that rents out tents lets you test a model for a weekend.',
    ],
  },
  tents: {
    slug: 'tents',
    topic: { en: 'tents', de: 'Zelte' },
    range: 'tents',
    openings: [
      'When you choose a tent, start with the number of people, the season and the weight you can carry.',
      'For a tent, three numbers matter: the hydrostatic head, the packed weight and the floor area.',
    ],
    advice: [
      'A hydrostatic head of 3,000 mm is enough for most European summers.',
      'Aluminium poles bend where fibreglass ones split.',
      'Families usually want a tent with room for one extra person, to fit the bags.',
      'A tunnel tent gives the most room for its weight, but it needs pegs to stand.',
      'In wind, a geodesic tent with four poles holds its shape for longer.',
      'Pitch a new tent once at home before the first trip.',
    ],
  },
  packs: {
    slug: 'backpacks',
    topic: { en: 'backpacks', de: 'Rucksäcke' },
    range: 'backpacks',
    openings: [
      'A backpack has to match the length of your back first, and the length of your trip second.',
      'For a long trek, look at the hip belt, the back length and the volume, in that order.',
    ],
    advice: [
      'Fifty to sixty-five litres are enough for two weeks between huts and shops.',
      'The hip belt carries most of the load, so try it with ten kilograms.',
      'A rain cover weighs little and keeps the contents dry.',
      'Women’s models have a shorter back and differently shaped straps.',
      'An adjustable back length lets one pack serve two people.',
      'Many shops measure your back before they suggest a model.',
    ],
  },
  boots: {
    slug: 'hiking-boots',
    topic: {
      en: 'hiking boots',
      de: 'Wanderschuhe',
    },
    range: 'hiking boots',
    openings: [
      'With hiking boots, the fit matters most, and the brand comes second.',
      'Boots last between 800 and 1,500 kilometres, depending on the ground and on how you treat them.',
    ],
    advice: [
      'Try boots on in the afternoon, with the socks that you will wear.',
      'A wide last helps more than a larger size.',
      'Leather boots can be resoled, which doubles their life.',
      'Leave a thumb’s width in front of the toes for descents.',
      'A membrane keeps water out, and makes the boot warmer in summer.',
      'Brush off dry mud and let boots dry away from the stove.',
    ],
  },
  upkeep: {
    slug: 'repairs',
    topic: {
      en: 'outdoor gear repairs',
      de: 'Reparaturen von Ausrüstung',
    },
    range: 'repairs',
    openings: [
      'Most outdoor gear can be repaired at home or by a workshop, often for less than a tenth of its price.',
      'Wash the fabric by hand, let it dry, and apply a new coating with a sponge.',
    ],
    advice: [
      'A silicone spray restores the outside of a tent; polyurethane belongs on the inside.',
      'Seal the seams from the inside and let them dry for a day.',
      'Never use a washing machine for a tent, since it strips the coating.',
      'A metal sleeve repairs a bent pole on the trail.',
      'Many makers replace zips for a small fee, even years later.',
      'Keep gear dry and loosely folded over the winter.',
    ],
  },
  values: {
    slug: 'sustainability',
    topic: {
      en: 'sustainable outdoor brands',
      de: 'Marken mit Umweltsiegel',
    },
    range: 'recycled fabrics',
    openings: [
      'There is no single measure of sustainability, so compare materials, repairs and the report of each brand.',
      'To judge the environmental record of a brand, look for repairs, recycled fabric and a published list of factories.',
    ],
    advice: [
      'Some labels cover chemicals, while others cover wages or animals.',
      'A longer life makes the most difference, so repairs matter more than fabrics.',
      'Coatings without fluorine keep rain out for a shorter time.',
      'Some makers sell used gear on their own platforms.',
      'Ask for the year of the figures, since some reports are old.',
      'Renting makes sense for gear that you use once a year.',
    ],
  },
} as const satisfies Record<string, Subject>;

export type OutdoorSubject = keyof typeof outdoorSubjects;

/** Creates the subject of a small site's prompts, with the same sentences for every trade. */
export function createTradeSubject(slug: string, topic: string, range: string): Subject {
  return {
    slug,
    topic: { en: topic },
    range,
    openings: [
      `There are many ${topic}, so it helps to start with a short list.`,
      `Prices and service differ between ${topic}, and so do the reviews.`,
    ],
    advice: [
      'Ask for a written quote before you sign anything.',
      'Read the latest reviews first, since owners and staff change.',
      'Compare at least three quotes, with the same scope in each.',
      'Check the notice period and what happens when you cancel.',
      'A short call shows how quickly questions are answered.',
      'Prices are often lower outside the main season.',
    ],
  };
}
