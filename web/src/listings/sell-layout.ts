/** The form and, on wide screens, the advert as it grows beside it. */
export const SELL_LAYOUT =
  'mt-6 grid grid-cols-1 items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10'
