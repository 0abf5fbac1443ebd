import { countWithNoun } from '../../../figures/formats/counts.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import type { AnswerCriteria } from '../../api/sightline/answers.ts';
import { pageLocale } from '../../locale.ts';
import type { Names } from './names.ts';

/** The most names that a sentence lists; more are counted. */
const maxListedNames = 3;

/** "Alder & Pike, Beta and Gamma", or "4 brands". */
function joinNames(
  names: readonly string[],
  conjunction: 'and' | 'or',
  countedNoun: string,
): string {
  if (names.length > maxListedNames) {
    return `${conjunction === 'or' ? 'any of ' : ''}${countWithNoun(names.length, '', countedNoun, pageLocale())}`;
  }
  const isolated = names.map(isolate);
  const last = isolated.pop() ?? '';
  return isolated.length === 0 ? last : `${isolated.join(', ')} ${conjunction} ${last}`;
}

function describeNaming(
  { mentions, mentionsNot }: AnswerCriteria,
  names: Names,
  isOne: boolean,
): string[] {
  const namesOf = (ids: readonly string[], conjunction: 'and' | 'or') =>
    joinNames(
      ids.map((id) => names.brandOf(id).name),
      conjunction,
      'brands',
    );
  const unnamed = mentionsNot.length === 0 ? '' : namesOf(mentionsNot, 'or');
  if (mentions.length > 0) {
    const named = `${isOne ? 'names' : 'name'} ${namesOf(mentions, 'and')}`;
    return [unnamed === '' ? named : `${named} but not ${unnamed}`];
  }
  return unnamed === '' ? [] : [`${isOne ? 'does' : 'do'} not name ${unnamed}`];
}

/**
 * "1,204 answers name Alder & Pike but not Northwind and cite tests.example": the number of answers, and which brands,
 * domains, pages and words were chosen.
 */
export function describeAnswers(count: number, criteria: AnswerCriteria, names: Names): string {
  const { domain, citedPage, q } = criteria;
  const isOne = count === 1;
  const cite = isOne ? 'cites' : 'cite';
  const clauses = [
    ...describeNaming(criteria, names, isOne),
    ...(domain.length === 0 ? [] : [`${cite} ${joinNames(domain, 'or', 'domains')}`]),
    ...(citedPage.length === 0 ? [] : [`${cite} the page ${joinNames(citedPage, 'or', 'pages')}`]),
    ...(q === null ? [] : [`${isOne ? 'contains' : 'contain'} “${isolate(q)}”`]),
  ];
  const answers = countWithNoun(count, 'answer', 'answers', pageLocale());
  if (clauses.length === 0) return answers;
  const last = clauses.at(-1) ?? '';
  const others = clauses.slice(0, -1).join(', ');
  return `${answers} ${others === '' ? last : `${others}, and ${last}`}`;
}
