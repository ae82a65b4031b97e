import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'
import { leanRouter } from './scripts/lean-router.ts'
import { marketInDev } from './server/src/pages/dev-plugin.ts'

const framework = /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/

/** What every page needs, in one file: a dozen small ones compress badly and queue behind each other (`npm run weights`). */
const frame = [
  /web[\\/]src[\\/](links|call-context|root|listings[\\/]sell-car-button)\./,
  /web[\\/]src[\\/]frame[\\/](?!menu-sheet|.*-page)/,
  /ui[\\/]src[\\/](address|accounts[\\/](session|is-staff|login-prompt))\./,
  /ui[\\/]src[\\/]api[\\/]/,
  /ui[\\/]src[\\/]loading[\\/]later\./,
  /ui[\\/]src[\\/]list[\\/]address-reader\./,
  /ui[\\/]src[\\/]controls[\\/](?!.*dialog|choices|facts|star|toaster|sticky|use-return)/,
  /ui[\\/]src[\\/](pictures[\\/]picture|cars[\\/]car-words)\./,
  /web[\\/]src[\\/]bookings[\\/]chat-window\./,
  /contract[\\/]src[\\/](business-constants|calendar-day|money|whatsapp|http[\\/]call)\./,
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|chevron-left|cloud-off|map-pin|search|star|x)\./,
]

const everywhere = /[\\/](frame|framework|rolldown-runtime)-[^\\/]*\.js$/

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter(), marketInDev(), leanRouter(), compressAssets()],
  environments: {
    client: {
      build: {
        // React and the router in one file: it compresses better, and stays in caches when our own code changes.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework },
                { name: 'frame', test: (id: string) => frame.some((part) => part.test(id)) },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './server/src/main.ts' } } },
  },
  // In development, found before the first page: each one found on the way reloads it.
  optimizeDeps: { entries: ['{web,ui}/src/**/*.{ts,tsx}', '!**/*.test.ts'] },
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: {
      // What every page has by then need not be asked for ahead; the wizard fetches its later steps by itself.
      resolveDependencies: (_, files, { hostId }) =>
        hostId.includes('book-page') ? [] : files.filter((file) => !everywhere.test(file)),
    },
  },
  server: { watch: { ignored: ['**/data/**'] } },
})
