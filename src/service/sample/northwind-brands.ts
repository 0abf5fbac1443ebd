import type { BrandPlan } from './plan.ts';

/** The outdoor shop, its competitors and discovered brands, with curves that rise, fall and cross. */
export const brands: readonly BrandPlan[] = [
  {
    name: 'Northwind Outfitters',
    aliases: ['Northwind Outfitters', 'Northwind'],
    role: 'tracked',
    domains: ['northwind.example', 'northwind-repairs.example'],
    visibility: [
      [0, 30],
      [0.15, 36],
      [0.25, 33],
      [0.4, 48],
      [0.55, 52],
      [0.7, 66],
      [0.8, 65],
      [1, 75],
    ],
    sentiment: [
      [0, 61],
      [0.5, 66],
      [0.62, 54],
      [0.72, 63],
      [1, 72],
    ],
  },
  {
    name: 'Alder & Pike',
    aliases: ['Alder & Pike', 'Alder and Pike'],
    role: 'competitor',
    domains: ['alderpike.example'],
    visibility: [
      [0, 45],
      [0.25, 54],
      [0.5, 50],
      [0.75, 54],
      [1, 58],
    ],
    sentiment: [
      [0, 68],
      [1, 63],
    ],
  },
  {
    name: 'Fernway',
    aliases: ['Fernway'],
    role: 'competitor',
    domains: ['fernway.example'],
    visibility: [
      [0, 28],
      [0.35, 18],
      [0.7, 20],
      [1, 24],
    ],
    sentiment: [
      [0, 52],
      [1, 57],
    ],
  },
  {
    name: 'Kestrel Supply',
    aliases: ['Kestrel Supply', 'Kestrel'],
    role: 'competitor',
    domains: ['kestrel-supply.example'],
    visibility: [
      [0, 21],
      [0.5, 20],
      [0.85, 22],
      [1, 29],
    ],
    sentiment: [
      [0, 58],
      [0.5, 60],
      [1, 55],
    ],
  },
  {
    name: 'Ridgeline Co',
    aliases: ['Ridgeline Co', 'Ridgeline'],
    role: 'competitor',
    domains: ['ridgeline.example'],
    visibility: [
      [0, 9],
      [0.3, 4],
      [0.5, 4],
      [0.65, 12],
      [0.8, 8],
      [1, 13],
    ],
    sentiment: [
      [0, 45],
      [1, 41],
    ],
  },
  {
    name: 'Tarn Gear',
    aliases: ['Tarn Gear'],
    role: 'competitor',
    domains: ['tarngear.example'],
    visibility: [
      [0, 13],
      [0.3, 27],
      [0.65, 16],
      [1, 21],
    ],
    sentiment: [
      [0, 64],
      [1, 66],
    ],
  },
  {
    // Mentioned only from halfway on, and never with a sentiment.
    name: 'Juniper Trail',
    aliases: ['Juniper Trail'],
    role: 'discovered',
    domains: ['junipertrail.example'],
    visibility: [
      [0, 0],
      [0.5, 0],
      [0.55, 3],
      [1, 7],
    ],
    sentiment: null,
  },
  {
    name: 'Moss & Main',
    aliases: ['Moss & Main'],
    role: 'discovered',
    domains: ['mossandmain.example'],
    visibility: [
      [0, 3],
      [1, 6],
    ],
    sentiment: [
      [0, 50],
      [1, 55],
    ],
  },
];
