import { m } from '@twende/messages'
import { showKsh } from '../money.ts'
import { clipForLink, whatsappChat } from '../whatsapp.ts'

type MessageOrder = {
  number: string
  items: readonly { name: string; quantity: number; price: number }[]
  amount: number
}

const LONGEST_NAME = 120
/** Room in the link for items; the number before them and the total after them always fit. */
const ROOM_FOR_ITEMS = 720

/** The WhatsApp text about an order: its number, items, quantities, prices and total. */
export function orderMessage({ number, items, amount }: MessageOrder): string {
  const lines: string[] = []
  let room = ROOM_FOR_ITEMS
  for (const item of items) {
    const line = itemLine(item)
    room -= encodeURIComponent(`${line}\n`).length
    if (room < 0) break
    lines.push(line)
  }
  const left = items.length - lines.length
  if (left > 0) lines.push(m.whatsapp_order_more({ count: left }))
  const total = m.whatsapp_order_total({ total: showKsh(amount) })
  return [m.whatsapp_order_number({ number }), ...lines, total].join('\n')
}

function itemLine({ name, quantity, price }: MessageOrder['items'][number]): string {
  return m.whatsapp_order_item({
    quantity,
    name: clipForLink(name, LONGEST_NAME),
    price: showKsh(price),
    total: showKsh(price * quantity),
  })
}

/** The link that opens WhatsApp with that text. */
export function orderChat(number: string, order: MessageOrder): string {
  return whatsappChat(number, orderMessage(order))
}
