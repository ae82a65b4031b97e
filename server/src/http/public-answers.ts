import type { CachedRoute } from './cached-answer.ts'

/** Answers that are the same for everybody and kept until what they show changes. */
export const publicAnswers: Readonly<Record<string, CachedRoute>> = {
  '/api/car/list': {
    shows: ['cars', 'content'],
    never: (query) => 'startDate' in query || 'endDate' in query,
  },
  '/api/car/get/:carId': { shows: ['cars', 'content'] },
  '/api/car/reviews/:carId': { shows: ['cars'] },
  '/api/sell/list': { shows: ['listings', 'content'] },
  '/api/food/list': { shows: ['shop', 'content'] },
  '/api/product/list': { shows: ['shop', 'content'] },
  '/api/product/get/:productId': { shows: ['shop', 'content'] },
  '/api/category/list': { shows: ['content'] },
  '/api/location/list': { shows: ['content'] },
  '/api/service/list': { shows: ['content'] },
  '/api/settings': { shows: ['content'] },
  '/api/banner/list': { shows: ['content'] },
}
