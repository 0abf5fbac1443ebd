import { writeFileSync } from 'node:fs';

/** One site with ten brands and a scan a day for a year, which make a timeline of 10 × 365. */
const brands = 10;
const scans = 365;
const platforms = ['chatgpt_app', 'gemini_app', 'perplexity_app', 'claude_api'] as const;
const regions = ['US', 'DE:Berlin', 'GB:London'] as const;
const prompts = 6;

const idOf = (kind: number, n: number) =>
  `5e000000-0000-4000-8${String(kind).padStart(3, '0')}-${n.toString(16).padStart(12, '0')}`;
export const siteId = idOf(3, 1);

const dayMs = 86_400_000;
const firstDay = Date.UTC(2025, 10, 1);
const toIso = (time: number) => new Date(time).toISOString();

/** Writes the import file, which is always the same. */
export function writeWorld(path: string): void {
  const lines: object[] = [
    { type: 'client', id: idOf(2, 1), name: 'Bench', createdAt: toIso(firstDay) },
    {
      type: 'site',
      id: siteId,
      clientId: idOf(2, 1),
      name: 'bench.example',
      createdAt: toIso(firstDay),
    },
  ];
  for (let brand = 0; brand < brands; brand += 1) {
    const role = brand === 0 ? 'tracked' : 'competitor';
    lines.push({ type: 'brand', id: idOf(4, brand), siteId, name: `Brand ${brand + 1}`, role });
  }
  for (let prompt = 0; prompt < prompts; prompt += 1) {
    lines.push({
      type: 'prompt',
      id: idOf(5, prompt),
      siteId,
      text: `Question ${prompt + 1}?`,
      category: `category ${prompt % 2}`,
      tags: [`tag ${prompt % 4}`, `kind ${prompt % 3}`],
      journeyStages: [{ value: `stage ${prompt % 3}` }],
      personas: [{ value: `persona ${prompt % 2}` }],
    });
  }
  let answerCount = 0;
  for (let scan = 0; scan < scans; scan += 1) {
    const began = firstDay + scan * dayMs;
    lines.push({
      type: 'scan',
      id: idOf(6, scan),
      siteId,
      status: 'completed',
      createdAt: toIso(began),
      startedAt: toIso(began + 60_000),
      completedAt: toIso(began + 22 * 3_600_000),
    });
    for (let prompt = 0; prompt < prompts; prompt += 1) {
      for (const platform of platforms) {
        for (const region of regions) {
          answerCount += 1;
          const mentionedBrands = Array.from({ length: brands }, (_, brand) => brand).filter(
            (brand) =>
              (Math.imul(answerCount * 31 + brand * 17, 0x9e3779b1) >>> 24) % (brand + 2) === 0,
          );
          lines.push({
            type: 'answer',
            scanId: idOf(6, scan),
            promptId: idOf(5, prompt),
            platform,
            region,
            mentions: mentionedBrands.map((brand) => ({
              brandId: idOf(4, brand),
              sentiment: 40 + brand * 5,
            })),
          });
        }
      }
    }
  }
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}
