import { redirect } from 'react-router'
import { links } from '../links.ts'

/** The back office opens at its first room. */
export const clientLoader = () => {
  throw redirect(links.adminPage('listings'))
}

export default function AdminHomePage() {
  return null
}
