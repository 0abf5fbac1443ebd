import { describe, expect, test } from 'vitest';
import { createQuestionLanguage } from './language.ts';

const languageOf = createQuestionLanguage([{ id: 'a', aliases: ['Société Générale', 'Nike'] }]);

describe('the language of a question', () => {
  test.each([
    ['en', 'Which paint is best for a damp bathroom?'],
    ['en', 'Where can I buy Häagen-Dazs?'],
    ['de', 'Wo kaufe ich Laufschuhe?'],
    ['de', 'Was kostet ein Dacia?'],
    ['fr', 'Quel est le meilleur CRM pour une PME ?'],
    ['es', '¿Cuál es la mejor marca de pintura?'],
    ['pl', 'Jakie buty do biegania są najlepsze?'],
    ['ja', 'ランニングシューズのおすすめは？'],
    ['ar', 'ما هو أفضل حذاء للجري؟'],
  ])('is %s for “%s”', (language, question) => {
    expect(languageOf(question)).toBe(language);
  });

  test.each([
    ['has few words', 'hotel Barcelona'],
    ['has few words beside brand names', 'Société Générale or Société Générale Nike?'],
    ['could be English', 'best schnitzel Wien near Stephansdom'],
    ['could be in a related language', 'Hvilken maling er best til badet?'],
    ['has no words', '?'],
  ])('is unknown if it %s', (_, question) => {
    expect(languageOf(question)).toBeNull();
  });
});
