import { capitalise } from '../../figures/text/capitalise.ts';

/** The reason that a field is refused as a sentence below it: "Must not be empty." */
export function toSentence(message: string): string {
  const text = capitalise(message.trim());
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
