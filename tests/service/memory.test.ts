import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';
import { describeService } from './contract.ts';

describeService('memory', async () => createMemoryStore(), null);
