import { ApiError, type Call } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Product } from '@twende/contract/shop/product.ts'
import { call } from '@twende/ui/api/call.ts'
import { data } from 'react-router'
import { callContext } from '../call-context.ts'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/product-page'
import { ProductMissing } from './product-missing.tsx'
import { productData } from './product-schema.ts'
import { asTile, type ProductTile } from './product-tile.ts'
import { ProductView } from './product-view.tsx'

const SIMILAR = 4

async function load(api: Call, productId: string) {
  try {
    const { data: product } = await api('GET /api/product/get/:productId', { params: { productId } })
    // The page does without where they cannot be had.
    return { product, similar: await similarTo(api, product).catch(() => []) }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
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
      title: 'Product not found',
      description: 'This product is not, or no longer, in our shop.',
      path,
      hidden: true,
      matches,
    })
  }
  const price = product.stock > 0 ? showKsh(product.price) : 'out of stock'
  return pageMeta({
    title: `${product.name}: ${price}`,
    description: `${product.category}. ${product.description}`.slice(0, 200),
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
