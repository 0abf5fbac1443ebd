import { createMemoryStore } from '../memory-store/memory-store.ts';
import {
  describeService,
  describeServiceCitations,
  describeServiceRemoval,
  describeServiceTenancy,
} from './contract.ts';

describeService('memory', async () => createMemoryStore(), null);
describeServiceTenancy('memory', async () => createMemoryStore(), true);
describeServiceCitations('memory', async () => createMemoryStore());
describeServiceRemoval('memory', async () => createMemoryStore());
