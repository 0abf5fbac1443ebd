import { createMemoryStore } from '../memory-store/memory-store.ts';
import { describeService, describeServiceCitations, describeServiceTenancy } from './contract.ts';

describeService('memory', async () => createMemoryStore(), null);
describeServiceTenancy('memory', async () => createMemoryStore());
describeServiceCitations('memory', async () => createMemoryStore());
