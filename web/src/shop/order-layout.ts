/** What is ordered, and at its side from 1024 px on what it costs. */
export const ORDER_LAYOUT = 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8'
