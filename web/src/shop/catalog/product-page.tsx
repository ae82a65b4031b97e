import { type Call, isMissing } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Product } from '@twende/contract/shop/product.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { PackageSearch } from 'lucide-react'
import { data } from 'react-router'
import { catalogNamesOf } from '../../content/catalog-name.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { callContext } from '../../frame/render-contexts.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/product-page'
import { asTile, type ProductTile, withProductDefaults } from './product-tile.ts'
import { ProductView } from './product-view.tsx'

const SIMILAR = 4

async function load(api: Call, productId: string) {
  try {
    const { data: answered } = await api('GET /api/product/get/:productId', { params: { productId } })
    const product = withProductDefaults(answered)
    // The page does without where they cannot be had.
    return { product, similar: await similarTo(api, product).catch(() => []) }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Others of its kind; where these are few, of the whole shop. */
async function similarTo(api: Call, { _id, category }: Product): Promise<ProductTile[]> {
  const query = { page: 1, limit: SIMILAR * 2 }
  const [kind, all] = await Promise.all([
    api('GET /api/product/list', { query: { ...query, category } }),
    api('GET /api/product/list', { query }),
  ])
  const others = new Map([...kind.data, ...all.data].map((other) => [other._id, other]))
  others.delete(_id)
  return [...others.values()].slice(0, SIMILAR).map(asTile)
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await load(context.get(callContext), params.productId)
  return data({ page }, { status: page ? 200 : 404 })
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { page: await load(call, params.productId) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const product = loaderData?.page?.product
  const path = links.product(params.productId)
  if (!product) {
    return pageMeta({
      title: m.product_not_found(),
      description: m.product_not_found_description(),
      path,
      hidden: true,
      matches,
    })
  }
  const price = product.stock > 0 ? showKsh(product.price) : m.product_title_out_of_stock()
  const category = catalogNamesOf(matches[0].loaderData)('product', product.category)
  return pageMeta({
    title: m.product_title({ name: product.name, price }),
    description: `${category}. ${product.description}`.slice(0, 200),
    path,
    image: product.image,
    data: productData(product),
    matches,
  })
}

export default function ProductPage({ loaderData: { page } }: Route.ComponentProps) {
  if (!page) return <ProductMissing />
  return <ProductView key={page.product._id} {...page} />
}

/** There is no such product, or not any more. */
function ProductMissing() {
  return (
    <Container className="py-12">
      <EmptyState
        as="h1"
        icon={<PackageSearch />}
        title={m.product_not_found()}
        action={
          <>
            <LinkButton to={links.shop()}>{m.shop_look_around()}</LinkButton>
            <LinkButton variant="secondary" to={links.search()}>
              {m.shop_search_title()}
            </LinkButton>
          </>
        }
      >
        {m.product_not_found_hint()}
      </EmptyState>
    </Container>
  )
}

/** What search engines read of a product (schema.org). */
function productData({ _id, name, description, category, price, stock, pictures }: Product) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku: _id,
    name,
    description,
    category,
    image: pictures.map((picture) => picture.address),
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'KES',
      availability: stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      areaServed: 'KE',
    },
  }
}
