import type { Product } from '@twende/contract/shop/product.ts'

/** A product of the shop as the API sends it; a test states what matters to it. */
export const product: Product = {
  _id: '0198a000-0000-7000-8000-000000000003',
  name: 'Logitech M185 wireless mouse',
  price: 1600,
  description: 'Works up to ten metres away. One battery lasts a year.',
  image: '',
  image2: '',
  image3: '',
  image4: '',
  category: 'Accessories',
  stock: 12,
  pictures: [],
}
