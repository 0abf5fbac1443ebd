import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import base from './vite.config.ts';

/** Builds the code that makes a report as a file, for the command: the sources of the dashboard are not plain TypeScript. */
export default defineConfig({
  plugins: [react()],
  css: base.css ?? {},
  publicDir: false,
  // As thousands of files, these packages would take longer to load than a report to make.
  ssr: { noExternal: ['lucide-react', 'date-fns-tz', 'date-fns'] },
  build: {
    ssr: 'src/dashboard/site/document/make-report.tsx',
    outDir: 'dist/report',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: false,
  },
});
