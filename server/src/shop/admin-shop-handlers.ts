import type { FastifyInstance } from 'fastify'
import { accountFilterName } from '../accounts/account-filter.ts'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { moveOrderByStaff } from './move-order.ts'
import { staffMoveMessages } from './order-labels.ts'
import { ordersTable } from './orders-table.ts'
import { orderForStaff, ordersForStaff } from './read-orders.ts'
import { addProduct, setHidden, setStock, updateProduct } from './save-product.ts'
import { listProductsForStaff, readStockedProduct } from './search-products.ts'

export function shopAdminHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    formHandlers(scope, deps)
  })
  stockHandlers(app, deps)
  orderHandlers(app, deps)
}

function formHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/admin/products', async ({ body, files, currentUser, idempotency }) => {
    return answer(
      deps,
      await addProduct(deps, idempotency, body, { by: currentUser, files }),
      'Product added',
    )
  })
  serve(
    app,
    deps,
    'POST /api/admin/product/:productId/update',
    async ({ params, body, files, currentUser }) => {
      await updateProduct(deps, params.productId, body, { by: currentUser, files })
      return answer(deps, params.productId, 'Product updated')
    },
  )
}

function stockHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/products', async ({ query }) => ({
    success: true,
    ...(await listProductsForStaff(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/product/:productId', async ({ params }) => ({
    success: true,
    data: await readStockedProduct(deps, params.productId),
  }))
  serve(app, deps, 'POST /api/admin/product/:productId/stock', async ({ params, body }) => {
    await setStock(deps, params.productId, body)
    return answer(deps, params.productId, 'Stock updated')
  })
  serve(app, deps, 'POST /api/admin/product/:productId/visibility', async ({ params, body }) => {
    await setHidden(deps, params.productId, body.hidden)
    return answer(deps, params.productId, body.hidden ? 'Product hidden' : 'Product shown')
  })
}

async function answer(deps: AppDeps, productId: string, message: string) {
  deps.changeFeed.changed('shop')
  return { success: true as const, message, data: await readStockedProduct(deps, productId) }
}

function orderHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/orders', async ({ query }) => ({
    success: true,
    whose: await accountFilterName(deps.db, query.accountId),
    ...(await ordersForStaff(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/orders.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await ordersTable(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/order/:orderId', async ({ params }) => ({
    success: true,
    data: await orderForStaff(deps, params.orderId),
  }))
  serve(app, deps, 'POST /api/admin/order/:orderId/move', async ({ params, body, currentUser }) => {
    await moveOrderByStaff(deps, { ...params, ...body, accountId: currentUser.accountId })
    deps.changeFeed.changed('shop')
    const data = await orderForStaff(deps, params.orderId)
    return { success: true, message: staffMoveMessages[body.move], data }
  })
}
