import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'
import { leanPackages } from './scripts/lean-packages.ts'
import { shortenRouteTable } from './scripts/shorten-route-table.ts'
import { marketInDev } from './server/src/pages/dev-plugin.ts'

const framework = /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/

/**
 * What pages share, in few files: a dozen crumbs compress badly and queue behind each other. Each line is shared by much
 * the same pages; a part that most pages do without does not belong into the frame (`npm run weights`).
 */
const shared = {
  frame: [
    /web[\\/]src[\\/](links|api|root|accounts[\\/](session|login-prompt)|listings[\\/]sell-car-button)\./,
    /web[\\/]src[\\/]frame[\\/](?!menu-sheet|.*-page)/,
    /web[\\/]src[\\/]ui[\\/](address-reader|ask|ask-host|badge|button|classes|field|layout|load-failure|page-states|picture|price|skeleton|spinner|toast|toast-host|when-open)\./,
    /web[\\/]src[\\/](bookings[\\/]chat-window|cars[\\/]car-words)\./,
    /contract[\\/]src[\\/](business-constants|calendar-day|money|whatsapp|http[\\/]call)\./,
    /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|scripts[\\/]lean-icon\./,
    icons('check', 'chevron-left', 'cloud-off', 'map-pin', 'search', 'star', 'x'),
  ],
  paging: [/web[\\/]src[\\/]ui[\\/](pagination|use-wish)\./, icons('search-x', 'sliders-horizontal')],
  lists: [/web[\\/]src[\\/]ui[\\/](result-pages|search-input|soon|use-address-search|use-arrived)\./],
  filters: [/web[\\/]src[\\/](content[\\/]filter-lists|ui[\\/](filter-chips|list-controls))\./],
  stay: [/contract[\\/]src[\\/]bookings[\\/]rental-(period|price)\./, icons('calendar-days')],
  facts: [
    /web[\\/]src[\\/](cars[\\/]car-facts|ui[\\/]stars)\./,
    icons('armchair', 'badge-check', 'car-front', 'fuel', 'zap'),
  ],
  cards: [
    /web[\\/]src[\\/](accounts[\\/]when-signed-in|cars[\\/](car-card|car-price|card-grid|use-rent-car|vehicle-card|vehicle-search))\./,
  ],
  vehicles: [
    /web[\\/]src[\\/]cars[\\/](car-card-skeleton|load-vehicles|vehicle-counts|vehicle-filters|vehicle-list-skeleton)\./,
  ],
  viewing: [
    /web[\\/]src[\\/](cars[\\/]car-details|ui[\\/]gallery(-keys|-steps)?)\./,
    icons('gauge', 'shield-check'),
  ],
  steps: [
    /web[\\/]src[\\/](bookings[\\/](new-key|use-answer)|ui[\\/]sticky-bar)\./,
    icons('arrow-left', 'circle-check'),
  ],
  bands: [
    /web[\\/]src[\\/]listings[\\/]price-band-badge\./,
    /contract[\\/]src[\\/]listings[\\/](card-picture|price-guide)\./,
    icons('mail', 'phone'),
  ],
  listing: [
    /web[\\/]src[\\/]listings[\\/](contact-seller|listing-(page-data|view)|price-band-guide|report-listing|safety-panel|use-seller-contact)/,
    icons('flag'),
  ],
  wizard: [
    /web[\\/]src[\\/]bookings[\\/](booking-choices|booking-draft|placed-skeleton|price-lines|step-heading|wizard-(fields|rules))\./,
  ],
  cart: [/web[\\/]src[\\/]shop[\\/]cart-(change|in-browser|on-server|state)\./],
  stock: [/web[\\/]src[\\/]shop[\\/]product-(chat|chat-button|stock|tile)\./, icons('minus', 'plus')],
  products: [/web[\\/]src[\\/]shop[\\/](collection-grid|product-card|product-load)\./, icons('shopping-bag')],
}

const everywhere = /[\\/](frame|framework|rolldown-runtime)-[^\\/]*\.js$/

function icons(...names: string[]): RegExp {
  return new RegExp(`lucide-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/](${names.join('|')})\\.`)
}

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tailwindcss(),
    reactRouter(),
    marketInDev(),
    leanPackages(),
    shortenRouteTable(),
    compressAssets(),
  ],
  environments: {
    client: {
      build: {
        // React and the router in one file: it compresses better, and stays in caches when our own code changes.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework },
                ...Object.entries(shared).map(([name, parts]) => ({
                  name,
                  test: (id: string) => parts.some((part) => part.test(id)),
                })),
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
