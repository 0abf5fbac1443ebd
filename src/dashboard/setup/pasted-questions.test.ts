import { describe, expect, it } from 'vitest';
import { createQuestion } from './draft.ts';
import { readPasted } from './pasted-questions.ts';

describe('pasted questions', () => {
  const added = (pasted: string) => readPasted(pasted, []).added;

  it('are the items of a list with a heading, whose numbers are followed by tabs', () => {
    const pasted = 'Questions:\n1.\tWhich paint?\n2.\tWhich brush?';
    expect(added(pasted)).toEqual(['Questions:', 'Which paint?', 'Which brush?']);
  });

  it('are one per line, without bullets in front of them', () => {
    expect(added('- Which paint?\r\n\n  * Which brush?\n• Which ladder?\n3M or Scotch?')).toEqual([
      'Which paint?',
      'Which brush?',
      'Which ladder?',
      '3M or Scotch?',
    ]);
  });

  it.each([
    ['1. Which paint?\n\n2) Which brush?', ['Which paint?', 'Which brush?']],
    ['4.\tWhich paint?\n5.\tWhich brush?', ['Which paint?', 'Which brush?']],
    ['1. Which paint?\n1. Which brush?', ['Which paint?', 'Which brush?']],
    ['1. Which paint?', ['Which paint?']],
  ])('%j lose the numbers of a list', (pasted, texts) => {
    expect(added(pasted)).toEqual(texts);
  });

  it.each([
    ['3. Liga'],
    ['3. Liga tickets\nWhich stadium?'],
    ['1. FC Köln tickets\n- Which stadium?'],
    ['3. Liga tickets\n3. Liga table'],
  ])('%j keep their numbers unless all lines are numbered', (pasted) => {
    expect(added(pasted)[0]).toBe(pasted.split('\n')[0]);
  });

  it('are the first column of a spreadsheet, which is said', () => {
    const pasted = 'Which paint?\tPaint\ta\r\n\tTools\tb\r\nWhich brush?\tTools\t\r\n';
    expect(readPasted(pasted, [])).toEqual({
      added: ['Which paint?', 'Which brush?'],
      duplicates: [],
      isTable: true,
    });
  });

  it('may be indented by a tab', () => {
    expect(readPasted('\tWhich paint?\nWhich brush?\t', [])).toEqual({
      added: ['Which paint?', 'Which brush?'],
      duplicates: [],
      isTable: false,
    });
  });

  it('are the same with and without characters that nobody sees', () => {
    const known = [createQuestion({ text: 'Which paint?' })];
    const pasted = '\u200bWhich paint?\nWhich\u2060 brush?\n\ufeff- Which brush?\u200d\n\u200b';
    expect(readPasted(pasted, known)).toMatchObject({
      added: ['Which\u2060 brush?'],
      duplicates: ['Which paint?', 'Which brush?\u200d'],
    });
  });

  it('are skipped if they equal an earlier line or a question of the site except for case and spaces', () => {
    const known = [createQuestion({ text: 'Which paint?' })];
    expect(readPasted('which  PAINT?\nWhich brush?\nWhich brush? ', known)).toMatchObject({
      added: ['Which brush?'],
      duplicates: ['which  PAINT?', 'Which brush?'],
    });
  });

  it('may equal a question that is being deleted', () => {
    const known = [createQuestion({ text: 'Which paint?', isRemoved: true })];
    expect(readPasted('Which paint?', known).added).toEqual(['Which paint?']);
  });

  it('can be hundreds', () => {
    const pasted = Array.from({ length: 200 }, (_, at) => `Question ${at}?`).join('\n');
    expect(readPasted(pasted, []).added).toHaveLength(200);
  });
});
