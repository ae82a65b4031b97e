import type { Product } from '@twende/contract/shop/product.ts'

/** What search engines read of a product (schema.org). */
export function productData({ _id, name, description, category, price, stock, pictures }: Product) {
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
