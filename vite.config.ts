import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'
import { marketInDev } from './server/src/pages/dev-plugin.ts'

const framework = /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter(), marketInDev(), compressAssets()],
  environments: {
    client: {
      build: {
        // React and the router in one file: it compresses better, and stays in caches when our own code changes.
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'framework', test: framework }] } },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './server/src/main.ts' } } },
  },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { watch: { ignored: ['**/data/**'] } },
})
