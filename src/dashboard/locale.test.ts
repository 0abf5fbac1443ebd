import { afterEach, describe, expect, it, vi } from 'vitest';
import { countText } from '../figures/formats/counts.ts';
import { calendarDay, dayAndTime, tickText } from '../figures/formats/dates.ts';
import { datesInWords } from '../figures/periods/dates-in-words.ts';
import { pageLocale } from './locale.ts';

afterEach(() => vi.restoreAllMocks());

const morning = Date.parse('2026-11-15T06:20:00Z');
const setLanguages = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
/** Some browsers put a narrow no-break space before AM. */
const normaliseSpaces = (text: string) => text.replace(/\s/g, ' ');

describe('dates and numbers', () => {
  it.each([
    [['en-US', 'en'], 'Sun, Nov 15, 2026, 6:20 AM', 'Nov 15', '1,234'],
    [['en-GB'], 'Sun, 15 Nov 2026, 06:20', '15 Nov', '1,234'],
    [['en-AU'], 'Sun, 15 Nov 2026, 6:20 am', '15 Nov', '1,234'],
    [['de-DE', 'de', 'en-GB'], 'Sun, 15 Nov 2026, 06:20', '15 Nov', '1,234'],
    [['de-DE', 'de'], 'Sun, Nov 15, 2026, 6:20 AM', 'Nov 15', '1,234'],
    [[], 'Sun, Nov 15, 2026, 6:20 AM', 'Nov 15', '1,234'],
  ])(
    'use the viewer’s variety of English, or American English by default: %j',
    (languages, dateAndTime, tick, number) => {
      setLanguages(...languages);
      expect(normaliseSpaces(dayAndTime(morning, 'UTC', pageLocale()))).toBe(dateAndTime);
      expect(dateAndTime).toMatch(`${calendarDay('2026-11-15', pageLocale())}, `);
      expect(tickText(morning, 'day', 'UTC', pageLocale())).toBe(tick);
      expect(countText(1234, pageLocale())).toBe(number);
      const range = { range: null, startDate: '2026-11-15', endDate: null };
      expect(datesInWords(range, pageLocale())).toMatch(/^From (?:15 Nov|Nov 15)/);
    },
  );
});
