import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import base from './vite.config.ts';

/** Builds the part of the dashboard that the report command runs, because Node cannot run JSX and CSS modules. */
export default defineConfig({
  plugins: [react()],
  css: base.css ?? {},
  publicDir: false,
  // React's development build is several times slower.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  // Everything is bundled, because a production tree has none of the dashboard's packages, and loading them as thousands
  // of files would take longer than making a report.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/dashboard/site/report/make-report.tsx',
    outDir: 'dist/report',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: false,
  },
});
