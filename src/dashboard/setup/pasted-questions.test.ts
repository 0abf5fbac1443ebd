import { describe, expect, it } from 'vitest';
import { createQuestion } from './draft.ts';
import { readPasted } from './pasted-questions.ts';

describe('pasted questions', () => {
  it('are one per line, without the marks of a list', () => {
    const pasted =
      '1. Which paint?\r\n\n  2) Which brush?\n- Which tape?\n• Which ladder?\n3M or Scotch?';
    expect(readPasted(pasted, []).added).toEqual([
      'Which paint?',
      'Which brush?',
      'Which tape?',
      'Which ladder?',
      '3M or Scotch?',
    ]);
  });

  it('are skipped if they equal an earlier line or a question of the site except for case and spaces', () => {
    const known = [createQuestion({ text: 'Which paint?' })];
    expect(readPasted('which  PAINT?\nWhich brush?\nWhich brush? ', known)).toEqual({
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
