import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { applyCsvPlan, planCsvImport, readCsvQuestions } from './csv-questions.ts';
import { guessReading, readCsvTable } from './csv-table.ts';
import { createQuestion, type DraftQuestion } from './draft.ts';

const readTable = (text: string) =>
  readCsvTable(text, (source, options) => Papa.parse<string[]>(source, options));
function read(text: string) {
  const table = readTable(text);
  return readCsvQuestions(table, guessReading(table));
}
const plan = (text: string, questions: DraftQuestion[] = []) =>
  planCsvImport(read(text), questions);
/** The texts of the questions in a file, with their categories. */
const textsOf = (text: string) =>
  plan(text).added.map((question) => [question.text, question.category]);

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
    ['name,kind\nWhich?,1', 'Choose the column with the questions'],
    ['text,foo\nWhich?,1', 'The column “foo” is left out'],
    ['text,tags\n,a', 'Row 2 has no text'],
    ['text\nWhich?\nwhich?', 'Row 3 repeats a question'],
    ['text\n\n , \nWhich?\nwhich?', 'Row 5 repeats a question'],
    ['text\n\n"Which?', 'Row 3 has a quotation mark that is not closed'],
    ['', 'The file is empty'],
    ['text,category\nFor small, growing teams?,Sales', 'Row 2 has more cells than the first row'],
    [
      'text;category\n\nFor small; growing teams?;a',
      'A text with semicolons needs quotation marks',
    ],
  ])('%j has a fault that is named', (text, fault) => {
    expect(read(text).faults.join('\n')).toContain(fault);
  });

  it.each([
    ['text;category\r\nWhich CRM?;Sales\r\nWhich tool?;Sales\r\n'],
    ['text\tcategory\r\nWhich CRM?\tSales\r\nWhich tool?\tSales\r\n'],
    ['\r\ntext|category\r\nWhich CRM?|Sales\r\nWhich tool?|Sales\r\n\r\n'],
    ['text,category\n"Which CRM?",Sales\n\nWhich tool?,Sales,,\n'],
  ])('%j has two questions and their category, whatever separates the cells', (file) => {
    expect(textsOf(file)).toEqual([
      ['Which CRM?', 'Sales'],
      ['Which tool?', 'Sales'],
    ]);
  });

  it('cuts no text that has separators without quotation marks', () => {
    const file = 'text,category\r\nFor small, growing teams?,Sales\r\nWhich tool?,Sales\r\n';
    expect(textsOf(file)).toEqual([['Which tool?', 'Sales']]);
  });

  it('does not retire questions while a row of it cannot be read', () => {
    const stored = createQuestion({ text: 'For small, growing teams?', isStored: true });
    expect(plan('text,category\nFor small, growing teams?,Sales', [stored]).missing).toEqual([]);
  });

  it.each([
    ['text\r\nFor small, growing teams?\r\nOakwell, Linden; "Alder"\r\n'],
    ['For small, growing teams?\nOakwell, Linden; "Alder"'],
    ['Keyword\n"For small, growing teams?"\n"Oakwell, Linden; ""Alder"""'],
  ])('%j has one column, whose lines are questions', (file) => {
    expect(textsOf(file)).toEqual([
      ['For small, growing teams?', ''],
      ['Oakwell, Linden; "Alder"', ''],
    ]);
  });

  it('of one column keeps lines that begin with a quoted word', () => {
    expect(textsOf('text\n"Oakwell" or Linden?\nWhich tool?').map(([text]) => text)).toEqual([
      '"Oakwell" or Linden?',
      'Which tool?',
    ]);
  });

  it.each(['prompt', 'prompt_text', 'query', 'Query text', 'question', 'keyword', '\u200bPrompt'])(
    'has its texts in the column %j',
    (name) => {
      expect(textsOf(`id,${name},topic\r\n1,Which CRM?,Sales\r\n`)).toEqual([['Which CRM?', '']]);
    },
  );

  it('has its texts in the column called prompt if another one has keywords', () => {
    expect(textsOf('keyword,prompt\ncrm,Which CRM?')).toEqual([['Which CRM?', '']]);
  });

  it('is read by the columns that the user chooses', () => {
    const table = readTable('Frage,Thema\nWhich CRM?,Sales');
    const read = readCsvQuestions(table, { hasHeader: true, fields: ['text', 'category'] });
    expect(planCsvImport(read, []).added).toMatchObject([
      { text: 'Which CRM?', category: 'Sales' },
    ]);
  });

  it('repeats a question if only characters that nobody sees differ', () => {
    expect(read('text\nWhich CRM?\nWhich\u200b CRM?\ufeff').faults).toEqual([
      'Row 3 repeats a question and is left out.',
    ]);
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
