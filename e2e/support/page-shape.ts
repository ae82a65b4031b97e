/**
 * What on the page decides the findings of axe, as text: elements, attributes, colours, sizes of what is small. Of a
 * text only that it is there counts, of a name whether the page has it twice, of equal siblings that they are several.
 */
export function shapeOfPage(): string {
  const unseen = /^(data-.*|style|src|srcset|imagesrcset|sizes|d|points)$/
  const named =
    /^(id|name|value|alt|title|placeholder|label|aria-(label|description|valuetext|roledescription))$/
  const references =
    /^(for|aria-(labelledby|describedby|controls|owns|details|flowto|activedescendant|errormessage))$/
  const tapped = 'a, button, input, select, textarea, summary, label, [role], [tabindex]'

  const keyOf = (name: string, value: string) => `${name === 'id'} ${value.trim()}`
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { name, value } of [...document.querySelectorAll('*')].flatMap((each) => [...each.attributes])) {
    if (!named.test(name)) continue
    const key = keyOf(name, value)
    if (seen.has(key)) twice.add(key)
    seen.add(key)
  }
  const ofReference = (id: string) => {
    const text = document.getElementById(id)?.textContent
    return text === undefined ? 'nothing' : text.trim() === '' ? 'empty' : 'text'
  }
  const ofName = (element: Element, name: string, value: string) => {
    if (value.trim() === '') return 'empty'
    const around = name === 'id' ? undefined : element.closest('a, button')?.textContent?.trim()
    return `${twice.has(keyOf(name, value)) ? 'twice' : 'once'}${around === value.trim() ? ' as around it' : ''}`
  }
  const ofAttribute = (element: Element, { name, value }: Attr) => {
    if (named.test(name)) return `${name}=${ofName(element, name, value)}`
    if (references.test(name)) return `${name}=${value.split(/\s+/).map(ofReference)}`
    if (name === 'href') return `href=${value.startsWith('#') ? ofReference(value.slice(1)) : 'elsewhere'}`
    return `${name}=${name === 'class' ? value : value.replace(/\d+/g, '0')}`
  }
  const ofLook = (element: Element) => {
    const style = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
    const scrolls = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1
    // 24 pixels are enough for a finger.
    const size = (length: number) => (element.matches(tapped) ? Math.min(24, Math.round(length)) : length > 0)
    return [
      [style.display, style.visibility, style.opacity, style.position, style.pointerEvents],
      [style.color, style.backgroundColor, style.backgroundImage.replace(/url\([^)]*\)/g, 'a picture')],
      [style.fontSize, style.fontWeight, style.textDecorationLine, style.textShadow],
      [size(width), size(height), /auto|scroll/.test(style.overflow) && scrolls],
    ].join(' ')
  }
  const ofNode = (node: Node): string => {
    if (node instanceof Text) return node.data.trim() === '' ? '' : 'text'
    if (!(node instanceof Element) || /^(script|style|link|noscript|template)$/i.test(node.tagName)) return ''
    const attributes = [...node.attributes].filter(({ name }) => !unseen.test(name))
    const inside = [...node.childNodes].map(ofNode)
    const children = [...new Set(inside)].map((child) =>
      inside.indexOf(child) === inside.lastIndexOf(child) ? child : `several ${child}`,
    )
    return `<${[node.tagName, ...attributes.map((each) => ofAttribute(node, each)).sort(), ofLook(node)].join(' ')}>${children.join('')}`
  }
  const viewport = document.querySelector('meta[name=viewport]')?.getAttribute('content')
  const html = document.documentElement
  return [html.lang, html.dir, html.className, document.title !== '', viewport, ofNode(document.body)].join(
    ' ',
  )
}
