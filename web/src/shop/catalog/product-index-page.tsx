import { redirect } from 'react-router'
import { links } from '../../links.ts'

/** All products are in the shop. */
export const loader = () => redirect(links.shop(), 301)
export const clientLoader = () => redirect(links.shop())

export default function ProductIndexPage() {
  return null
}
