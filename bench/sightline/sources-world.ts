import {
  answersPerScan,
  createCatalogue,
  createPlainAnswers,
  hash,
  toAnswerRecord,
} from '../service/world.ts';
import type { World } from './worlds.ts';

const runs = 2;
const citationsPerAnswer = 5;
const domainCount = 2_000;

/** A few domains are cited often, the others rarely: the frequency of the nth is proportional to n^(−2/3). */
const domainOf = (h: number): string => {
  const n = Math.floor(domainCount * (h / 2 ** 32) ** 3);
  return n === 0 ? 'own.example' : `source-${n}.example`;
};

/** The service benchmark's site with two runs: 3,600 answers per scan, each with five citations from 2,000 domains. */
export const createSourcesWorld = (scans: number): World => {
  const { brands, ...others } = createCatalogue(scans);
  return {
    catalogue: {
      ...others,
      brands: brands.map((brand, n) => ({
        ...brand,
        domains: [n === 0 ? 'own.example' : `source-${n}.example`],
      })),
    },
    *answers() {
      for (let scan = 0; scan < scans; scan += 1) {
        for (let run = 1; run <= runs; run += 1) {
          yield [...createPlainAnswers(scan)].map((answer, index) => ({
            ...toAnswerRecord(answer),
            run,
            domains: Array.from({ length: citationsPerAnswer }, (_, n) =>
              domainOf(
                hash(((scan * runs + run) * answersPerScan + index) * citationsPerAnswer + n),
              ),
            ),
          }));
        }
      }
    },
  };
};
