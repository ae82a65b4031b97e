import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'
import { marketInDev } from './server/src/pages/dev-plugin.ts'

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter(), marketInDev(), compressAssets()],
  environments: { ssr: { build: { rollupOptions: { input: './server/src/main.ts' } } } },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { watch: { ignored: ['**/data/**'] } },
})
