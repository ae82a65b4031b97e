import * as z from 'zod/mini'
import { Picture } from '../media/picture.ts'
import { queryNumber } from '../text.ts'
import { HIGHEST_PRODUCT_PRICE, PRODUCT_SORTS } from './shop-choices.ts'

/** A product (specification, section 3). `stock` is the quantity that can be ordered now, without what is reserved. */
export const Product = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.int(),
  description: z.string(),
  image: z.string(),
  image2: z.string(),
  image3: z.string(),
  image4: z.string(),
  category: z.string(),
  stock: z.int(),
  pictures: z.array(Picture),
})
export type Product = z.output<typeof Product>

/** A product for staff: `stock` = `onHand` - `reserved`. */
export const StockedProduct = z.extend(Product, {
  onHand: z.int(),
  reserved: z.int(),
  hidden: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type StockedProduct = z.output<typeof StockedProduct>

/** Filters of the shop; `search` tolerates a typing mistake and searches names and categories. */
export const ProductSearch = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  category: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  minPrice: z.optional(queryNumber(0, HIGHEST_PRODUCT_PRICE)),
  maxPrice: z.optional(queryNumber(0, HIGHEST_PRODUCT_PRICE)),
  /** `in` excludes products that are out of stock. */
  stock: z.optional(z.enum(['in', 'all'])),
  sort: z.optional(z.enum(PRODUCT_SORTS)),
  page: z.optional(queryNumber(1, 100_000)),
  limit: z.optional(queryNumber(1, 100)),
})
export type ProductSearch = z.output<typeof ProductSearch>
