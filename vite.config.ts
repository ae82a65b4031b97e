import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defaultClientConditions, defineConfig } from 'vite'
import { baseLocale, locales } from './scripts/compile-messages.mjs'
import { compressAssets } from './scripts/compress-assets.ts'
import { fetchBeforeImport } from './scripts/fetch-before-import.ts'
import { shortRouteTable } from './scripts/short-route-table.ts'
import { siteLanguages } from './scripts/site-languages.ts'
import { stripUnusedRouter } from './scripts/strip-unused-router.ts'
import { marketInDev } from './server/src/pages/dev-plugin.ts'

const languages = { locales, baseLocale }

const framework = /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/

/** What every page needs, in one file: a dozen small ones compress badly and queue behind each other (`npm run weights`). */
const frame = [
  /messages[\\/]compiled[\\/]apart[\\/](runtime|registry)\.js/,
  /web[\\/]src[\\/](links|root)\./,
  /web[\\/]src[\\/]frame[\\/](?!early-picture|footer|language-switch|whatsapp|menu-sheet|not-found|.*-page)/,
  /ui[\\/]src[\\/](address|accounts[\\/](session|login-prompt))\./,
  /ui[\\/]src[\\/]api[\\/](?!file-calls|private-picture)/,
  /ui[\\/]src[\\/]loading[\\/]lazy-with-retry\./,
  /ui[\\/]src[\\/]list[\\/]address-reader\./,
  /ui[\\/]src[\\/]controls[\\/](?!.*dialog|.*calendar|choices|date-input|facts|print|star|toaster|sticky|typed-day|use-return)/,
  /ui[\\/]src[\\/](pictures[\\/]picture|cars[\\/]car-format)\./,
  /contract[\\/]src[\\/](business-constants|calendar-day|money|whatsapp|http[\\/]call)\./,
  /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|chevron-left|cloud-off|search|star|x)\./,
]

/** What every page with cars needs: alone, each icon would be a file of its own in the route table. */
const cars = [
  /web[\\/]src[\\/]cars[\\/]car-facts\./,
  /contract[\\/]src[\\/]cars[\\/]car-defaults\./,
  /ui[\\/]src[\\/](cars[\\/]car-labels|controls[\\/]stars)\./,
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](badge-check|calendar-days|car-front|map-pin)\./,
]

/** What the lists of cars share. */
const lists = [/web[\\/]src[\\/]cars[\\/](vehicle-card|card-grid|vehicle-list|load-vehicles)\./]

/** What the pages of cars for sale share. */
const sale = [
  /web[\\/]src[\\/]listings[\\/]listing-form[\\/]spec-labels\./,
  /ui[\\/]src[\\/]listings[\\/](sale-labels|price-band-badge)\./,
  /contract[\\/]src[\\/]listings[\\/](listing-choices|price-guide|card-picture)\./,
  /messages[\\/]compiled[\\/]apart[\\/].*[\\/]common_(back|features|location|ownership|seats|transmission|year)\d*\.js/,
]

/** What the pages of one thing share, such as a car; small files compress badly. */
const gallery = [
  /ui[\\/]src[\\/]pictures[\\/]gallery\./,
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]gauge\./,
  /messages[\\/]compiled[\\/]apart[\\/].*[\\/]picture_number\.js/,
]
const actions = [/ui[\\/]src[\\/]controls[\\/]sticky-bar\./, /web[\\/]src[\\/]frame[\\/]whatsapp-mark\./]
const listing = [/messages[\\/]compiled[\\/]apart[\\/].*[\\/](buy_verified|listing_page_link_copied)\.js/]

/** Without a report of how long plugins took, in the middle of what `npm start` says. */
const quiet = { checks: { bundlerTimings: false } }

const everywhere = /[\\/](frame|framework|rolldown-runtime)-[^\\/]*\.js$/

export default defineConfig(({ command }) => ({
  publicDir: 'web/public',
  plugins: [
    tailwindcss(),
    reactRouter(),
    marketInDev(),
    stripUnusedRouter(),
    fetchBeforeImport(),
    siteLanguages(languages),
    shortRouteTable(languages),
    compressAssets(),
  ],
  environments: {
    client: {
      // Each message is a module, so that a page holds its own messages.
      ...(command === 'build' && {
        resolve: { conditions: ['message-modules', ...defaultClientConditions] },
      }),
      build: {
        // React and the router in one file: it compresses better, and stays in caches when our own code changes.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework },
                { name: 'frame', test: (id: string) => frame.some((part) => part.test(id)) },
                { name: 'cars', test: (id: string) => cars.some((part) => part.test(id)) },
                { name: 'lists', test: (id: string) => lists.some((part) => part.test(id)) },
                { name: 'sale', test: (id: string) => sale.some((part) => part.test(id)) },
                { name: 'gallery', test: (id: string) => gallery.some((part) => part.test(id)) },
                { name: 'actions', test: (id: string) => actions.some((part) => part.test(id)) },
                { name: 'listing', test: (id: string) => listing.some((part) => part.test(id)) },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Imported whole, they would be in memory: 1,700 icons instead of those that pages show, texts of fifty languages, and
      // the SQL of other databases.
      resolve: { noExternal: ['lucide-react', 'zod', 'kysely'] },
      build: {
        rolldownOptions: {
          // The text of the program stays in memory, twice: half of that of messages is comments, and one character outside
          // Latin-1 doubles the whole file. Names and lines stay, for what is logged of an error.
          output: {
            comments: false,
            minify: {
              compress: false,
              mangle: false,
              codegen: { removeWhitespace: false, asciiOnly: true },
            },
          },
          input: {
            index: './server/src/main.ts',
            'render-worker': './server/src/pages/render-worker.ts',
            'listing-search-worker': './server/src/listings/search-index/index-worker.ts',
            'calendar-worker': './server/src/bookings/calendars/read-calendar-worker.ts',
            'picture-process': './server/src/media/picture-process.ts',
            'heic-process': './server/src/media/heic-process.ts',
            'password-worker': './server/src/accounts/passwords/password-worker.ts',
            'document-worker': './server/src/pdf/document-worker.ts',
          },
        },
      },
    },
  },
  // In development, found before the first page: each one found on the way reloads it.
  optimizeDeps: { entries: ['{web,ui}/src/**/*.{ts,tsx}', '!**/*.test.ts'] },
  build: {
    rolldownOptions: quiet,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    modulePreload: {
      // What every page has by then need not be asked for ahead; the wizard fetches its later steps by itself. The frame and
      // the heaviest pages hold no lists of files: what opens on a tap there asks for its parts itself.
      resolveDependencies: (_, files, { hostId }) =>
        /(book|buy|listing)-(page|view)|[\\/]frame-/.test(hostId)
          ? []
          : files.filter((file) => !everywhere.test(file)),
    },
  },
  server: { watch: { ignored: ['**/data/**'] } },
}))
