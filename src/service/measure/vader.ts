import { SentimentIntensityAnalyzer as vader } from 'vader-sentiment';

const punctuation = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;
/** The punctuation that is removed before or after a word. */
const removablePunctuation = new Set(
  `. ! ? , ; : - ' " !! !!! ?? ??? ?!? !?! ?!?! !?!?`.split(' '),
);

/**
 * A token without the punctuation before or after its word. Unchanged if there is punctuation on both sides or within
 * the word, if it is not in `removablePunctuation`, or if the word has fewer than two characters.
 */
function wordOf(token: string): string {
  const word = token.replace(punctuation, '');
  if (word.length === token.length || word.length < 2) return token;
  const punctuationLength = token.length - word.length;
  if (token.endsWith(word) && removablePunctuation.has(token.slice(0, punctuationLength)))
    return word;
  return token.startsWith(word) && removablePunctuation.has(token.slice(-punctuationLength))
    ? word
    : token;
}

const isUpper = (word: string): boolean => /[A-Z]/.test(word) && !/[a-z]/.test(word);

/**
 * VADER's compound score of a sentence. Replaces the library's `polarity_scores`, which returns the same score but
 * spends nine tenths of its time on a dictionary of every word combined with every punctuation mark.
 */
export function compoundOf(sentence: string): number {
  const words = sentence
    .split(/\s/)
    .filter((token) => token.length > 1)
    .map(wordOf);
  const upperCount = words.reduce((count, word) => count + Number(isUpper(word)), 0);
  const text = {
    words_and_emoticons: words,
    is_cap_diff: 0 < upperCount && upperCount < words.length,
  };
  let valences: number[] = [];
  for (const [index, word] of words.entries()) {
    // "kind" has a sentiment, but "kind of" does not.
    if (word.toLowerCase() === 'kind' && words[index + 1]?.toLowerCase() === 'of') valences.push(0);
    else valences = vader.sentiment_valence(0, text, word, index, valences);
  }
  return vader.score_valence(vader.but_check(words, valences), sentence).compound;
}
