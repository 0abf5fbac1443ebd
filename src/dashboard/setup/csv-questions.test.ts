import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { applyCsvPlan, planCsvImport, readCsvQuestions } from './csv-questions.ts';
import { createQuestion, type DraftQuestion } from './draft.ts';

const read = (text: string) =>
  readCsvQuestions(text, (source, options) => Papa.parse<string[]>(source, options));
const plan = (text: string, questions: DraftQuestion[] = []) =>
  planCsvImport(read(text).questions, questions);

describe('a CSV file with questions', () => {
  it('has several values in a cell, with or without labels', () => {
    const [question] = plan(
      '\uFEFFText,Category,Tags,Products,Personas,Stages\n"Which paint, please?",Paint,a; b,eggshell|Eggshell,Painters,\n',
    ).added;
    expect(question).toMatchObject({
      text: 'Which paint, please?',
      category: 'Paint',
      tags: ['a', 'b'],
      products: [{ value: 'eggshell', label: 'Eggshell' }],
      personas: [{ value: 'Painters', label: 'Painters' }],
      journeyStages: [],
    });
  });

  it.each([
    ['name\nWhich?', 'The first row must name the columns: text, category'],
    ['text,foo\nWhich?,1', 'The column “foo” is unknown'],
    ['text,tags\n,a', 'Row 2 has no text'],
    ['text\nWhich?\nwhich?', 'Row 3 repeats a question'],
    ['text\n\n , \nWhich?\nwhich?', 'Row 5 repeats a question'],
    ['text\n\n"Which?', 'Row 3 has a quotation mark that is not closed'],
    ['', 'The first row must name the columns'],
  ])('%j has a fault that is named', (text, fault) => {
    expect(read(text).faults.join('\n')).toContain(fault);
  });

  it('changes only the fields whose columns it has', () => {
    const stored = createQuestion({ text: 'Which?', category: 'Paint', tags: ['a'] });
    const { changed } = plan('text,tags\nWHICH?,b', [stored]);
    expect(changed).toEqual([{ ...stored, tags: ['b'] }]);
  });

  it('names the columns that change a question, and that it is brought back', () => {
    const stored = createQuestion({ text: 'Which?', category: 'Paint', isRetired: true });
    const { changes } = plan('text,category,tags,stages,personas\nWhich?,Tools,b,Buy,', [stored]);
    expect([...changes]).toEqual([[stored.key, 'category, tags, stages, brought back']]);
  });

  it('adds, changes and leaves questions, and retires those that it does not have only on request', () => {
    const [same, edited, missing, retired] = ['Same?', 'Edited?', 'Missing?', 'Retired?'].map(
      (text) => createQuestion({ text, isStored: true, isRetired: text === 'Retired?' }),
    );
    const questions = [same, edited, missing, retired].flatMap((question) => question ?? []);
    const imported = plan('text,category\nSame?,\nEdited?,Paint\nNew?,', questions);
    expect(imported).toMatchObject({
      added: [{ text: 'New?' }],
      changed: [{ text: 'Edited?', category: 'Paint' }],
      unchanged: 1,
      missing: [{ text: 'Missing?' }],
    });
    const retiredTexts = (retiresMissing: boolean) =>
      applyCsvPlan(questions, imported, retiresMissing)
        .filter(({ isRetired }) => isRetired)
        .map(({ text }) => text);
    expect(retiredTexts(false)).toEqual(['Retired?']);
    expect(retiredTexts(true)).toEqual(['Missing?', 'Retired?']);
  });

  it('brings back a retired question that it has', () => {
    const stored = createQuestion({ text: 'Which?', isStored: true, isRetired: true });
    expect(plan('text\nWhich?', [stored]).changed).toMatchObject([{ isRetired: false }]);
  });
});
