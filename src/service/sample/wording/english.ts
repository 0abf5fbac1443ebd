import type { Phrases } from './language.ts';

/**
 * Building blocks of English sentences about a brand, which `assessments.ts` combines. Their words have many different
 * strengths in VADER's lexicon, and some have a booster such as "very", so that sentences cover many sentiment scores.
 * `{range}` is what the brand offers.
 */

/** Heads, which follow the brand's name. */
export const praise: readonly string[] = [
  'has a good reputation for its {range}',
  'is a popular choice for {range}',
  'is often praised for its {range}',
  'has loyal customers',
  'is easy to deal with',
  'gives very helpful answers before you buy',
  'offers great value',
  'offers really good value',
  'is a safe choice',
  'is trusted by regular customers',
  'wins many comparisons',
  'has very good {range}',
  'has excellent {range}',
  'is a particularly strong candidate for {range}',
  'is worth a look',
  'has very clear prices',
  'is highly recommended in several guides',
  'is honest about its {range}',
  'has considerably improved its {range}',
  'has some of the best {range}',
  'is respected for its {range}',
  'has really friendly staff',
  'is a solid choice for {range}',
  'makes its {range} quite easy to compare',
  'gets mostly positive reviews',
  'keeps most of its customers happy',
];
export const neutralStatements: readonly string[] = [
  'is one of the larger names for {range}',
  'appears in many comparisons of {range}',
  'has a wide choice of {range}',
  'sits in the middle of the market',
  'offers its {range} at several price levels',
  'is a familiar name for {range}',
  'describes its {range} in detail',
  'draws mixed reviews',
];
export const complaints: readonly string[] = [
  'gets complaints about late replies',
  'has had problems with its website',
  'is somewhat hard to recommend for {range}',
  'disappoints some customers',
  'lost ground in recent comparisons',
  'is a poor choice on a small budget',
  'has rather weak {range}',
  'is criticised for its prices',
  'struggles to stand out',
  'is slightly disappointing for its price',
  'has a very limited choice of {range}',
  'makes its prices quite difficult to compare',
];

/** Tails, the second halves of sentences. */
export const praiseTails: readonly string[] = [
  'its staff are friendly',
  'its staff are very helpful',
  'its prices are fair',
  'reviewers really like its {range}',
  'most customers are satisfied',
  'many customers are very happy',
  'its support is excellent',
  'its website is quite easy to use',
  'experts are impressed',
  'cancelling is free',
  'customers especially appreciate the advice',
  'many people trust it',
  'its guarantee is very generous',
  'its information is very useful',
  'its terms are clear',
];
export const neutralTails: readonly string[] = [
  'and it has been around for years',
  'and it appears in many lists',
  'according to several reviews',
  'at prices in the middle of the market',
];
export const complaintTails: readonly string[] = [
  'some reviews mention problems',
  'its prices are widely criticised',
  'waiting for a reply is very frustrating',
  'its support is somewhat weak',
  'its website is slightly confusing',
  'a few customers complain',
  'delays are a common complaint',
  'its orders are sometimes delayed',
  'its terms are partly unclear',
  'some customers were really disappointed',
  'its invoices contain errors at times',
  'its cheapest offers are risky',
];

export const english: Phrases = {
  options: 'Options',
  considerations: 'What to consider',
  tip: 'Tip',
  source: 'Source',
  closings: [
    'Tell me your budget, and I can narrow this down.',
    'Would you like a comparison by price?',
    'Shall I look at one of these in more detail?',
    'If you say where you live, I can be more specific.',
  ],
};
