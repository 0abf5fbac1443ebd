import { isolate } from '../../figures/text/isolate.ts';
import type { ClientDraft } from './client-draft.ts';

/** A text of the user’s in a sentence. */
export const quote = (text: string): string => `“${isolate(text)}”`;

/** Each field of a client in a sentence, and whether its value is short enough to be quoted there. */
const clientFields = [
  { field: 'name', words: 'the client’s name', isShort: true },
  { field: 'websiteUrl', words: 'the client’s website', isShort: true },
  { field: 'industry', words: 'the client’s industry', isShort: true },
  { field: 'description', words: 'the client’s description', isShort: false },
  { field: 'logo', words: 'the client’s logo', isShort: false },
  { field: 'accent', words: 'the client’s colour', isShort: true },
  { field: 'reportName', words: 'the client’s name in reports', isShort: true },
] as const satisfies { field: keyof ClientDraft; words: string; isShort: boolean }[];

/** Describes in short sentences what changed of a client, for the user. */
export const describeClientChanges = (before: ClientDraft, now: ClientDraft): string[] =>
  clientFields.flatMap(({ field, words, isShort }) => {
    if (before[field] === now[field]) return [];
    if (now[field] === '') return [`Cleared ${words}`];
    return [isShort ? `Changed ${words} to ${quote(now[field])}` : `Changed ${words}`];
  });

/** Describes a value of the user’s that differs from what someone else saved meanwhile. */
export const describeKeptValue = (words: string, mine: string): string =>
  `Kept yours: ${words}, ${mine === '' ? 'empty' : quote(mine)}`;

/** Whether the user and someone else both changed a value, to different ones. */
export const isChangedByBoth = (mine: string, base: string, newest: string): boolean =>
  mine !== base && newest !== base && mine !== newest;

/** Names the fields of a client that both the user and someone else changed, each in its own way. */
export const describeKeptClient = (
  mine: ClientDraft,
  base: ClientDraft,
  newest: ClientDraft,
): string[] =>
  clientFields.flatMap(({ field, words, isShort }) => {
    if (!isChangedByBoth(mine[field], base[field], newest[field])) return [];
    return [isShort ? describeKeptValue(words, mine[field]) : `Kept yours: ${words}`];
  });
