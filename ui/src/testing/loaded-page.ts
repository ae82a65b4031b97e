import { type ComponentType, createElement } from 'react'
import { type RouteObject, useLoaderData } from 'react-router'

/** A page as a route: it is given what its loader answered, as by the router of the site. */
export function loadedPage(
  path: string,
  Page: ComponentType<never>,
  loader: (args: never) => unknown,
): RouteObject {
  const Loaded = () => {
    const loaderData: unknown = useLoaderData()
    return createElement(Page as ComponentType<{ loaderData: unknown }>, { loaderData })
  }
  return { path, loader: loader as never, Component: Loaded }
}
