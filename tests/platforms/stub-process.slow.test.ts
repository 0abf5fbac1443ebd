import { expect, it } from 'vitest';
import { chatgpt } from '../../src/service/platforms/chatgpt.ts';
import { sendQuestion } from '../../src/service/platforms/send.ts';
import { spawnStubPlatforms } from './stub-server.ts';

it('stubs in a process of their own answer, count, and end when they are stopped', async () => {
  const stubs = await spawnStubPlatforms();
  const question = { text: 'Welcher Kran?', region: 'DE', platform: 'chatgpt_api' } as const;
  const request = chatgpt.toRequest(question, { model: chatgpt.defaultModel });
  const send = () =>
    sendQuestion(globalThis.fetch, chatgpt, 'key', request, {
      baseUrl: stubs.baseUrlOf('chatgpt_api'),
      signal: new AbortController().signal,
      timeout: 60_000,
    });
  expect(await send()).toMatchObject({ kind: 'answered' });
  expect(await stubs.questions()).toEqual([
    { ...question, idempotencyKey: null, asked: 1, answered: 1 },
  ]);
  await stubs.stop();
  expect(await send()).toMatchObject({ kind: 'refused', reason: 'no_connection' });
});
