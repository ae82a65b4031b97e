import type { Order } from '@twende/contract/shop/order.ts'

/** An order that nobody has paid yet; a test states what matters to it. */
export const order: Order = {
  _id: '0198a000-0000-7000-8000-000000000004',
  number: 'ORD1007',
  items: [
    {
      _id: '0198a000-0000-7000-8000-000000000003',
      name: 'HDMI cable, 3 m',
      price: 750,
      quantity: 2,
      image: '',
    },
  ],
  leftPieces: [],
  subtotal: 1500,
  deliveryFee: 0,
  amount: 1500,
  paid: 0,
  inReview: 0,
  refundDue: 0,
  mayBeRevived: false,
  status: 'pending',
  paymentStatus: 'pending',
  channel: 'mpesa',
  address: null,
  expiresAt: null,
  keepsPieces: true,
  createdAt: '2026-07-01T08:00:00Z',
  cancelledAt: null,
  cancellationReason: '',
  cancellationCode: null,
  dispatchNote: '',
  receipt: null,
  timeline: [],
}
