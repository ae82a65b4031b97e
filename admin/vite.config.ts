import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defaultClientConditions, defineConfig } from 'vite'
import { compressAssets } from '../scripts/compress-assets.ts'
import { fetchBeforeImport } from '../scripts/fetch-before-import.ts'

export default defineConfig(({ command, isPreview }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // In development modules have addresses under /admin/, so that they do not collide with the site's. A build with a base
  // could not prerender its shell: the preview server redirects `/` to the base.
  base: command === 'serve' && !isPreview ? '/admin/' : '/',
  // Icons are the site's.
  publicDir: false,
  cacheDir: '../node_modules/.vite-admin',
  plugins: [tailwindcss(), reactRouter(), fetchBeforeImport(), compressAssets()],
  environments: {
    client: {
      // Each message is a module, so that a page holds its own.
      ...(command === 'build' && {
        resolve: { conditions: ['message-modules', ...defaultClientConditions] },
      }),
    },
  },
  // Found before the first page: each one found later reloads it.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '../ui/src/**/*.{ts,tsx}', '!**/*.test.ts'] },
  // The folder lies outside the root, where Vite removes an earlier build only if told to.
  build: {
    // Without a report of how long plugins took, in the middle of what `npm start` says.
    rolldownOptions: { checks: { bundlerTimings: false } },
    assetsDir: 'admin/assets',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 500,
    emptyOutDir: true,
  },
  server: { fs: { allow: ['..'] }, watch: { ignored: ['**/data/**'] } },
}))
