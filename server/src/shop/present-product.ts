import type { Product, StockedProduct } from '@twende/contract/shop/product.ts'
import { type PictureRow, toPicture } from '../media/present-picture.ts'

export type ProductRow = {
  id: string
  name: string
  description: string
  category: string
  price: number
  on_hand: number
  reserved: number
  hidden_at: Date | null
  created_at: Date
  updated_at: Date
  pictures: PictureRow[]
}

/** A product as the public sees it (specification, section 3). */
export function toProduct(row: ProductRow, publicUrl: string): Product {
  const pictures = row.pictures.map((picture) => toPicture(picture, publicUrl))
  const address = (position: number) => pictures[position]?.address ?? ''
  return {
    _id: row.id,
    name: row.name,
    price: row.price,
    description: row.description,
    image: address(0),
    image2: address(1),
    image3: address(2),
    image4: address(3),
    category: row.category,
    stock: row.on_hand - row.reserved,
    pictures,
  }
}

/** A product with its stock, for staff. */
export function toStockedProduct(row: ProductRow, publicUrl: string): StockedProduct {
  return {
    ...toProduct(row, publicUrl),
    onHand: row.on_hand,
    reserved: row.reserved,
    hidden: row.hidden_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
