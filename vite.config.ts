import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'
import { leanRouter } from './scripts/lean-router.ts'
import { shortenRouteTable } from './scripts/shorten-route-table.ts'
import { marketInDev } from './server/src/pages/dev-plugin.ts'

const framework = /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/

// What every page shows, in another: a dozen crumbs compress badly and queue behind each other.
const everywhere = [
  /web[\\/]src[\\/](links|api|root|accounts[\\/](session|login-prompt)|listings[\\/]sell-car-button)\./,
  /web[\\/]src[\\/]frame[\\/](?!menu-sheet|.*-page)/,
  /web[\\/]src[\\/]ui[\\/](ask|ask-host|badge|button|classes|field|layout|picture|price|spinner|stars|toast|toast-host|when-open)\./,
  /contract[\\/]src[\\/](money|whatsapp|http[\\/]call|payments[\\/]phone-number)\./,
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
]

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter(), marketInDev(), leanRouter(), shortenRouteTable(), compressAssets()],
  environments: {
    client: {
      build: {
        // React and the router in one file: it compresses better, and stays in caches when our own code changes.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework },
                { name: 'frame', test: (id) => everywhere.some((part) => part.test(id)) },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './server/src/main.ts' } } },
  },
  // In development, found before the first page: each one found on the way reloads it, and a page under /admin that is
  // reloaded before its scripts ran stays the one that is not there.
  optimizeDeps: { entries: ['web/src/**/*.{ts,tsx}', '!**/*.test.ts'] },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { watch: { ignored: ['**/data/**'] } },
})
