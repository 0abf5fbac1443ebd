import type { SiteSetup } from '../../contract/sightline/setup.ts';
import type { SetupDraft } from './draft.ts';

/** Retires the questions that the user deleted and that have been answered since, which cannot be deleted. */
export function retireAnswered(draft: SetupDraft, stored: SiteSetup): SetupDraft {
  const answered = new Set(stored.prompts.flatMap(({ id, hasAnswers }) => (hasAnswers ? id : [])));
  const questions = draft.questions.map((question) => {
    if (!answered.has(question.key)) return question;
    const { isRemoved, isRetired } = question;
    return {
      ...question,
      hasAnswers: true,
      isRemoved: false,
      isRetired: isRetired || isRemoved,
    };
  });
  return { ...draft, questions };
}
