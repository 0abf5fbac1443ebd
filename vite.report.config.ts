import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import base from './vite.config.ts';

/** Builds the part of the dashboard that the report command runs, because Node cannot run JSX and CSS modules. */
export default defineConfig({
  plugins: [react()],
  css: base.css ?? {},
  publicDir: false,
  // Bundled, because loading these packages as thousands of files would take longer than making a report.
  ssr: { noExternal: ['lucide-react', 'date-fns-tz', 'date-fns'] },
  build: {
    ssr: 'src/dashboard/site/document/make-report.tsx',
    outDir: 'dist/report',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: false,
  },
});
