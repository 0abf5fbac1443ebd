import { compareAnswers } from '../../src/service/store/answer-search.ts';
import type { OperatorReads } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';

/** Creates reads across tenants, for commands of the operator. Each call reads the current tables. */
export function createOperatorReads(getTables: () => Tables): OperatorReads {
  return {
    async *answersOfScan(siteId, scanId) {
      const answers = [...getTables().answers.values()]
        .filter((answer) => answer.siteId === siteId && answer.scanId === scanId)
        .sort((a, b) => compareAnswers({ ...a, at: 0 }, { ...b, at: 0 }));
      yield answers.map(({ domains, pages, givenBrandIds, ...answer }) => answer);
    },
  };
}
