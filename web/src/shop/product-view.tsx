import type { Product } from '@twende/contract/shop/product.ts'
import { Breadcrumbs, Container } from '@twende/ui/controls/layout.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { useEffect } from 'react'
import { links } from '../links.ts'
import { ProductBuy } from './product-buy.tsx'
import { ProductBuyButtons } from './product-buy-buttons.tsx'
import { FeaturesList } from './product-features-list.tsx'
import { useQuantity } from './product-quantity.ts'
import { SimilarProducts } from './product-similar.tsx'
import { asTile, type ProductTile } from './product-tile.ts'

/** The places for thumbnails; a missing picture falls back to the main one. */
const THUMBNAILS = 4

type ProductViewProps = { product: Product; similar: readonly ProductTile[] }

/** One product, whole: pictures, price, how many, what it offers, and others like it. */
export function ProductView({ product, similar }: ProductViewProps) {
  const { name, image, pictures, category, description } = product
  const tile = asTile(product)
  const quantity = useQuantity(tile)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="py-4 lg:py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Shop', to: links.shop() },
          { label: category, to: links.shop({ category }) },
          { label: name },
        ]}
      />
      <div className="mt-3 grid gap-x-12 gap-y-8 md:grid-cols-2">
        <div className="min-w-0">
          <Gallery
            pictures={pictures.length > 0 ? pictures : [{ address: image }]}
            subject={name}
            sizes="(min-width: 1280px) 584px, (min-width: 768px) 46vw, 92vw"
            ratio="1/1"
            thumbnails={THUMBNAILS}
            priority
          />
        </div>
        <div className="min-w-0">
          <ProductBuy product={tile} quantity={quantity} />
          <FeaturesList description={description} />
        </div>
      </div>
      <SimilarProducts products={similar} />
      <div className="contents md:hidden">
        <StickyBar className="[&>*]:flex-1">
          <ProductBuyButtons product={tile} quantity={quantity} small />
        </StickyBar>
      </div>
    </Container>
  )
}
