import { createElement, type SVGProps } from 'react'

type Icon = { name: string; aliases?: string[]; node: [tag: string, attributes: object][] }

/** Makes an icon as lucide does, mark for mark, without the ways to draw one that this site has no use for. */
// biome-ignore lint/style/noDefaultExport: lucide's icons import it so
export default function createLucideIcon({ name, aliases = [], node }: Icon) {
  const own = ['lucide', ...[name, ...aliases].map((word) => `lucide-${word}`)].join(' ')
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ className, ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${own} ${className}` : own,
        'aria-hidden': Object.keys(props).some((prop) => /^(aria-|role$|title$)/.test(prop))
          ? undefined
          : true,
        ...props,
      },
      parts,
    )
}
