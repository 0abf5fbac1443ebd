/** The languages of sample answers. Sentiment is measured only in English. */
export type Language = 'en' | 'de';

/** What a prompt is about. */
export interface Subject {
  /** The first segment in the paths of pages about it. */
  slug: string;
  /** What people look for: a plural, written as in the middle of a sentence. Only the English one is required. */
  topic: { en: string; de?: string };
  /** What a brand offers: one or two words that can follow "its" and have no sentiment. */
  range: string;
  /** English sentences that name no brand: `openings` to open an answer with, and `advice` to fill it. */
  openings: readonly string[];
  advice: readonly string[];
}

/** The fixed words of a language's answers. */
export interface Phrases {
  /** Headings above the brands and above the advice. */
  options: string;
  considerations: string;
  /** Labels before a short hint and before a link. */
  tip: string;
  source: string;
  /** A question or offer at the end. */
  closings: readonly string[];
}

/** The wording of answers in German. */
export interface GermanWording extends Phrases {
  /** Used for a subject without a German `topic`. */
  topic: string;
  /** First sentences; `{topic}` stands for what the prompt is about. */
  openings: readonly string[];
  advice: readonly string[];
  /** Sentences about a brand; `{brand}` stands for its name. */
  assessments: readonly string[];
}
