import { readQuantity } from '@twende/contract/shop/cart.ts'
import type { Product } from '@twende/contract/shop/product.ts'
import { productFeatures } from '@twende/contract/shop/product-features.ts'
import { MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, IconButton, LinkButton } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { Breadcrumbs, Container } from '@twende/ui/controls/layout.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Check, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { CatalogName, useCatalogNames } from '../../content/catalog-name.ts'
import { WhatsappMark } from '../../frame/whatsapp-mark.tsx'
import { links } from '../../links.ts'
import { useCart } from '../cart/cart-state.ts'
import { ProductStock } from './collection-grid.tsx'
import { ChatBuyButton } from './product-chat-button.tsx'
import { quantityLimit } from './product-counter.tsx'
import { asTile, type ProductTile } from './product-tile.ts'

/** The places for thumbnails; a missing picture falls back to the main one. */
const THUMBNAILS = 4

type ProductViewProps = { product: Product; similar: readonly ProductTile[] }

/** One product, whole: pictures, price, how many, what it offers, and others like it. */
export function ProductView({ product, similar }: ProductViewProps) {
  const { name, image, pictures, category, description } = product
  const nameOf = useCatalogNames()
  const tile = asTile(product)
  const quantity = useQuantity(tile)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="py-4 lg:py-8">
      <Breadcrumbs
        crumbs={[
          { label: m.shop_name(), to: links.shop() },
          { label: nameOf('product', category), to: links.shop({ category }) },
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

type ProductBuyProps = { product: ProductTile; quantity: ProductQuantity }

/** What it is, what it costs, whether it can be had, how many, and the ways to buy it. */
function ProductBuy({ product, quantity }: ProductBuyProps) {
  const { name, category, price, stock } = product
  return (
    <>
      <header>
        <Badge>
          <CatalogName kind="product" name={category} />
        </Badge>
        <h1 className="title mt-3">{name}</h1>
        <p className="mt-5">
          <Price ksh={price} size="lg" />
        </p>
        <ProductStock stock={stock} className="mt-1" />
      </header>
      {(stock > 0 || quantity.inCart > 0) && <QuantityField product={product} quantity={quantity} />}
      <div className="mt-5 hidden gap-3 md:grid lg:grid-cols-2">
        <ProductBuyButtons product={product} quantity={quantity} />
      </div>
    </>
  )
}

type ProductBuyButtonsProps = {
  product: ProductTile
  quantity: ProductQuantity
  /** As in a bar at the edge of a phone. */
  small?: boolean
}

/** Into the cart, or straight into a chat; what is sold out can be asked after. */
function ProductBuyButtons({ product, quantity, small }: ProductBuyButtonsProps) {
  if (product.stock === 0) return <AskWhenBack name={product.name} size={small ? 'sm' : 'md'} />
  return (
    <>
      <Button wide size={small ? 'sm' : 'md'} onClick={quantity.oneMore}>
        {m.shop_add()}
      </Button>
      <ChatBuyButton
        product={product}
        size={small ? 'sm' : 'md'}
        icon={!small && <WhatsappMark className="size-5" />}
      />
    </>
  )
}

function AskWhenBack({ name, size }: { name: string; size: 'sm' | 'md' }) {
  const { whatsappNumber } = useSettings()
  return (
    <>
      <Button wide size={size} disabled>
        {m.shop_out_of_stock()}
      </Button>
      {whatsappNumber && (
        <LinkButton
          wide
          size={size}
          variant="secondary"
          href={whatsappLink(whatsappNumber, m.product_ask_message({ name }))}
          target="_blank"
          rel="noopener noreferrer"
        >
          {m.product_ask_button()}
        </LinkButton>
      )}
    </>
  )
}

type QuantityFieldProps = { product: ProductTile; quantity: ProductQuantity }

/** How many are in the cart: one less, one more, or a number and Enter. */
function QuantityField({ product, quantity }: QuantityFieldProps) {
  const { inCart, shown, refused, type, apply, leave, oneMore, oneLess } = quantity
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply()
    if (event.key === 'Escape') type(undefined)
  }
  return (
    <Field
      label={m.product_quantity()}
      hint={m.product_quantity_hint()}
      error={refused ? m.product_quantity_error() : undefined}
      className="mt-6"
    >
      <span className="flex items-center gap-2">
        <IconButton
          variant="secondary"
          className="size-12"
          label={m.shop_one_less({ name: product.name })}
          aria-disabled={inCart === 0 || undefined}
          onClick={oneLess}
        >
          <Minus aria-hidden="true" className="size-5" />
        </IconButton>
        <span className="w-20">
          <Input
            name="quantity"
            inputMode="numeric"
            enterKeyHint="done"
            autoComplete="off"
            maxLength={9}
            className="figures text-center font-semibold"
            value={shown}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
            onBlur={leave}
          />
        </span>
        <IconButton
          variant="secondary"
          className="size-12"
          label={m.shop_one_more({ name: product.name })}
          aria-disabled={inCart >= product.stock || undefined}
          onClick={oneMore}
        >
          <Plus aria-hidden="true" className="size-5" />
        </IconButton>
        {inCart > 0 && (
          <Link
            to={links.cart}
            className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-acacia underline underline-offset-4"
          >
            {m.product_view_cart()}
          </Link>
        )}
        <span role="status" className="sr-only">
          {inCart > 0 && m.product_in_cart({ count: inCart })}
        </span>
      </span>
    </Field>
  )
}

type Counted = Pick<ProductTile, '_id' | 'name' | 'stock'>

/** How many of a product are in the cart, what is typed instead, and the ways to change it. */
function useQuantity({ _id, name, stock }: Counted) {
  const { cart, set } = useCart()
  const inCart = cart[_id] ?? 0
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState(false)
  const most = Math.min(stock, MAX_QUANTITY)
  const wanted = typed === undefined ? undefined : readQuantity(typed)

  const type = (text: string | undefined) => {
    setTyped(text)
    setRefused(false)
  }
  const put = (pieces: number) => {
    type(undefined)
    const quantity = Math.min(pieces, most)
    if (quantity < pieces) toast.info(quantityLimit({ name, stock }), 'cart')
    if (quantity !== inCart) set(_id, quantity)
  }
  return {
    inCart,
    shown: typed ?? String(inCart),
    refused,
    type,
    /** Enter: anything but a whole number from 0 on stays as it was typed, and changes nothing. */
    apply: () => {
      if (wanted !== undefined) put(wanted)
      else setRefused(typed !== undefined)
    },
    /** A number counts only after Enter: without it the field shows again what is in the cart; what is none is said. */
    leave: () => (wanted === undefined ? setRefused(typed !== undefined) : type(undefined)),
    oneMore: () => put(inCart + 1),
    oneLess: () => put(Math.max(inCart - 1, 0)),
  }
}

type ProductQuantity = ReturnType<typeof useQuantity>

/** What a product offers: its description, a sentence a line. */
function FeaturesList({ description }: { description: string }) {
  const features = productFeatures(description)
  if (features.length === 0) return null
  return (
    <section aria-labelledby="features" className="mt-8">
      <h2 id="features" className="text-2xl">
        {m.product_features()}
      </h2>
      <ul className="mt-5 grid gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-acacia" />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A few other products, those of the same kind first. */
function SimilarProducts({ products }: { products: readonly ProductTile[] }) {
  if (products.length === 0) return null
  return (
    <section className="mt-14" aria-labelledby="similar-products">
      <h2 id="similar-products" className="mb-5 text-2xl sm:text-3xl">
        {m.product_similar()}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
        {products.map(({ _id, name, image, placeholder, price, stock }) => (
          <li key={_id} className="panel relative flex flex-col overflow-hidden">
            <Picture
              address={image}
              placeholder={placeholder}
              alt=""
              ratio="1/1"
              sizes="(min-width: 1280px) 290px, (min-width: 1024px) 23vw, 46vw"
            />
            <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
              <h3 className="text-base leading-snug sm:text-xl">
                <Link
                  to={links.product(_id)}
                  className="rounded-xs underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {name}
                </Link>
              </h3>
              <p className="mt-auto pt-2">
                <Price ksh={price} />
              </p>
              <ProductStock stock={stock} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
